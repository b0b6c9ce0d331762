"""whit: the invisible first and last resource of a container, for ordering alone."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "whit",
    properties={},
    parameters={
        "name": "",
    },
)
