"""exec: a command that is run, unless a check says that its work is done."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "exec",
    namevars=("command",),
    is_isomorphic=False,
    properties={
        "returns": "",
    },
    parameters={
        "command": "",
        "path": "",
        "user": "",
        "group": "",
        "cwd": "",
        "logoutput": "true false on_failure",
        "refresh": "",
        "environment": "",
        "umask": "",
        "timeout": "",
        "tries": "",
        "try_sleep": "",
        "refreshonly": "true false",
        "creates": "",
        "unless": "",
        "onlyif": "",
        "provider": "",
    },
    lists=("returns",),
)
