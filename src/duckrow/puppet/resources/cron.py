"""cron: a command that the cron daemon runs for a user at given times."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "cron",
    properties={
        "ensure": "present absent",
        "command": "",
        "special": "",
        "minute": "",
        "hour": "",
        "weekday": "",
        "month": "",
        "monthday": "",
        "environment": "",
        "user": "",
        "target": "",
    },
    parameters={
        "name": "",
        "provider": "",
    },
)
