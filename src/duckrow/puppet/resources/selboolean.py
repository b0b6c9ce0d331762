"""selboolean: a switch of the SELinux policy."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "selboolean",
    properties={
        "value": "on off true false",
    },
    parameters={
        "name": "",
        "persistent": "true false",
        "provider": "",
    },
)
