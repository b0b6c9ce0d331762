"""resources: what to do with all resources of a type, such as purging those not declared."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "resources",
    properties={},
    parameters={
        "name": "",
        "purge": "true false yes no",
        "unless_system_user": r"true false /^\d+$/",
        "unless_uid": "",
    },
)
