"""component: what classes and defines become when a catalog is applied."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "component",
    properties={},
    parameters={
        "name": "",
    },
)
