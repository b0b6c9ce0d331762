"""selmodule: a loadable module of the SELinux policy."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "selmodule",
    properties={
        "ensure": "present absent",
        "syncversion": "true false",
    },
    parameters={
        "name": "",
        "selmoduledir": "",
        "selmodulepath": "",
        "provider": "",
    },
)
