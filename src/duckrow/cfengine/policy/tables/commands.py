"""The commands, methods and processes promise types and their bodies."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import (
    ANY_TEXT,
    ANYTHING,
    BOOLEAN,
    COUNT,
    NAME,
    NATURAL,
    PATH,
)

PROMISE_TYPES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "commands": {
        "arglist": ("slist", ANY_TEXT),
        "args": ("string", ANYTHING),
        "contain": ("body", None),
        "inform": ("option", BOOLEAN),
        "module": ("option", BOOLEAN),
    },
    "methods": {
        "inherit": ("option", BOOLEAN),
        "usebundle": ("bundle", None),
        "useresult": ("string", NAME),
    },
    "processes": {
        "process_count": ("body", None),
        "process_select": ("body", None),
        "process_stop": ("string", PATH),
        "restart_class": ("string", NAME),
        "signals": (
            "slist",
            "(hup|int|trap|kill|pipe|cont|abrt|stop|quit|term|child|usr1|usr2|bus|segv|[0-9]+s?)",
        ),
    },
}

BODIES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "contain": {
        "chdir": ("string", PATH),
        "chroot": ("string", PATH),
        "exec_group": ("string", ANYTHING),
        "exec_owner": ("string", ANYTHING),
        "exec_timeout": ("int", "1,3600"),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "no_output": ("option", BOOLEAN),
        "preview": ("option", BOOLEAN),
        "umask": ("string", ANYTHING),
        "useshell": ("option", "noshell,useshell,powershell,true,false,yes,no,on,off"),
    },
    "process_count": {
        "in_range_define": ("slist", ANYTHING),
        "inherit_from": ("body", None),
        "match_range": ("irange", COUNT),
        "meta": ("slist", ANYTHING),
        "out_of_range_define": ("slist", ANYTHING),
    },
    "process_select": {
        "command": ("string", ANYTHING),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "pgid": ("irange", COUNT),
        "pid": ("irange", COUNT),
        "ppid": ("irange", COUNT),
        "priority": ("irange", "-20,+20"),
        "process_owner": ("slist", ANYTHING),
        "process_result": (
            "string",
            (
                "[(process_owner|pid|ppid||pgid|rsize|vsize|status|command|ttime|stime|tty|"
                "priority|threads)[|&!.]*]*"
            ),
        ),
        "rsize": ("irange", COUNT),
        "status": ("string", ANYTHING),
        "stime_range": ("irange", NATURAL),
        "threads": ("irange", COUNT),
        "ttime_range": ("irange", COUNT),
        "tty": ("string", ANYTHING),
        "vsize": ("irange", COUNT),
    },
}
