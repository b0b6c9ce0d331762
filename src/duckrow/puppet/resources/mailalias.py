"""mailalias: a name in the mail aliases file and who gets its mail."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "mailalias",
    properties={
        "ensure": "present absent",
        "recipient": "",
        "file": "",
        "target": "",
    },
    parameters={
        "name": "",
        "provider": "",
    },
    lists=("recipient",),
)
