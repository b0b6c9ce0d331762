"""stage: a group of classes that comes before or after other stages."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "stage",
    properties={},
    parameters={
        "name": "",
    },
)
