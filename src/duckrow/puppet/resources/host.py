"""host: a name and its address in the hosts file."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "host",
    properties={
        "ensure": "present absent",
        "ip": "",
        "host_aliases": "",
        "comment": "",
        "target": "",
    },
    parameters={
        "name": "",
        "provider": "",
    },
)
