"""Attributes of vars promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, INTEGER, REAL

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "data": ("data", ANYTHING),
    "ilist": ("ilist", INTEGER),
    "int": ("int", INTEGER),
    "policy": ("option", "free,overridable,constant,ifdefined"),
    "real": ("real", REAL),
    "rlist": ("rlist", REAL),
    "slist": ("slist", ANYTHING),
    "string": ("string", ANYTHING),
}
