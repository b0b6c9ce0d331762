"""notify: a message in the log of the run."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "notify",
    properties={
        "message": "",
    },
    parameters={
        "withpath": "true false",
        "name": "",
    },
)
