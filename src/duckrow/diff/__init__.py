"""`duckrow diff`: what is different between the catalogs of two versions of code.

    resources.py   the resources of a catalog, cleaned for a comparison
    structure.py   what is different between two values: hashes, arrays, plain values
    changes.py     one change of a resource
    compare.py     the changes between two catalogs
    ignore.py      rules that leave out changes
    filters.py     filters that leave out changes without an effect
    tree_world.py  the world in which a tree of git, or a directory, is an environment
    versions.py    a version of code, and the catalogs that it compiles
    contents.py    the contents of files that catalogs name by their source
    exports.py     exported resources: a collector sees what other nodes of its version export
    inputs.py      which nodes a change of files concerns; data_keys.py: the keys of data files
    looked_up.py   the keys of Hiera whose looked-up value is another one for a node
    causes.py      why a resource changed
    order.py       changes of the effective order; order_ways.py: ways in it, to be read
    graphs.py      the graphs and the races of catalogs
    nodes.py       the differences of one node; pool.py: of many nodes on several cores
    cluster.py     many nodes on many machines; bundles.py: the trees that go there
    report.py      equal changes grouped over nodes; text.py, markdown.py, page.py write it

The differences, the rules and the filters are those of octocatalog-diff; docs/diff.md lists where
they are not.
"""
