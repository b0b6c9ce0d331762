"""augeas: changes to the tree that the Augeas library reads from configuration files."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "augeas",
    properties={
        "returns": "",
    },
    parameters={
        "name": "",
        "context": "",
        "onlyif": "",
        "changes": "",
        "root": "",
        "load_path": "",
        "force": "",
        "type_check": "true false",
        "lens": "",
        "incl": "",
        "show_diff": "true false yes no",
        "provider": "",
    },
)
