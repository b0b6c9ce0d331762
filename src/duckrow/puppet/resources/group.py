"""group: a group of accounts."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "group",
    properties={
        "ensure": "present absent",
        "gid": "",
        "members": "",
        "attributes": "",
    },
    parameters={
        "auth_membership": "true false yes no",
        "name": "",
        "allowdupe": "true false yes no",
        "ia_load_module": "",
        "attribute_membership": "inclusive minimum",
        "system": "true false yes no",
        "forcelocal": "true false yes no",
        "provider": "",
    },
    lists=("members",),
    features={
        "members": "manages_members",
        "attributes": "manages_aix_lam",
        "ia_load_module": "manages_aix_lam",
        "forcelocal": "manages_local_users_and_groups",
    },
)
