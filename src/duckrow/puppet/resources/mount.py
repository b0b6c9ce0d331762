"""mount: a file system in fstab, mounted or not."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "mount",
    properties={
        "ensure": "defined unmounted absent mounted",
        "device": "",
        "blockdevice": "",
        "fstype": "",
        "options": "",
        "pass": "",
        "atboot": "",
        "dump": "/(0|1)/",
        "target": "",
    },
    parameters={
        "name": "",
        "remounts": "true false",
        "provider": "",
    },
)
