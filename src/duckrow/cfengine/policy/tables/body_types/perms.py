"""Attributes of bodies of the kind perms."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, BSD_FLAG, MODE

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "bsdflags": ("slist", BSD_FLAG),
    "groups": ("slist", "[a-zA-Z0-9_$.-]+"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "mode": ("string", MODE),
    "owners": ("slist", "[a-zA-Z0-9_$.-]+"),
    "rxdirs": ("option", BOOLEAN),
}
