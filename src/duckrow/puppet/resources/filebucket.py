"""filebucket: a store that keeps earlier content of files."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "filebucket",
    properties={},
    parameters={
        "name": "",
        "server": "",
        "port": "",
        "path": "",
    },
)
