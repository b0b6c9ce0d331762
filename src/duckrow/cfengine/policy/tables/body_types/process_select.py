"""Attributes of bodies of the kind process_select."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, COUNT, NATURAL

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
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
}
