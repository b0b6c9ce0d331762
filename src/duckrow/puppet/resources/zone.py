"""zone: a Solaris zone."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "zone",
    properties={
        "ensure": "absent configured installed running",
        "ip": "",
        "iptype": "shared exclusive",
        "autoboot": "true false",
        "path": "",
        "pool": "",
        "shares": "",
        "dataset": "",
        "inherit": "",
    },
    parameters={
        "name": "",
        "id": "",
        "clone": "",
        "sysidcfg": "",
        "create_args": "",
        "install_args": "",
        "realhostname": "",
        "provider": "",
    },
)
