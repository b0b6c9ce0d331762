"""`duckrow diff`: what is different between the catalogs of two versions of code.

    resources.py   the resources of a catalog, cleaned for a comparison
    structure.py   what is different between two values: hashes, arrays, plain values
    changes.py     one change of a resource
    compare.py     the changes between two catalogs
    ignore.py      rules that leave out changes
    filters.py     filters that leave out changes without an effect

The differences, the rules and the filters are those of octocatalog-diff; docs/diff.md lists where
they are not.
"""
