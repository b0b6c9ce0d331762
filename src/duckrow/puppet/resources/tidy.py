"""tidy: old or large files below a directory, to be removed."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "tidy",
    namevars=("path",),
    is_isomorphic=False,
    properties={},
    parameters={
        "path": "",
        "recurse": "true false inf /^[0-9]+$/",
        "max_files": "/^[0-9]+$/",
        "matches": "",
        "backup": "",
        "age": "",
        "size": "",
        "type": "atime mtime ctime",
        "rmdirs": "true false yes no",
    },
)
