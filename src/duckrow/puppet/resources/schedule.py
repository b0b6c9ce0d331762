"""schedule: times at which resources that name it may be looked after."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "schedule",
    properties={},
    parameters={
        "name": "",
        "range": "",
        "periodmatch": "number distance",
        "period": "hourly daily weekly monthly never",
        "repeat": "",
        "weekday": "",
    },
)
