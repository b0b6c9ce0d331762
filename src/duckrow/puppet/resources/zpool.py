"""zpool: a ZFS pool and the devices it is made of."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "zpool",
    namevars=("pool",),
    properties={
        "ensure": "present absent",
        "disk": "",
        "mirror": "",
        "raidz": "",
        "spare": "",
        "log": "",
        "cache": "",
        "ashift": "",
        "autoexpand": "",
        "failmode": "",
    },
    parameters={
        "pool": "",
        "raid_parity": "",
        "provider": "",
    },
    lists=("disk", "mirror", "raidz", "spare", "log", "cache"),
)
