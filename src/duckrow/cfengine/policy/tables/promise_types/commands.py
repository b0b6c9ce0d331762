"""Attributes of commands promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "arglist": ("slist", ANY_TEXT),
    "args": ("string", ANYTHING),
    "contain": ("body", None),
    "inform": ("option", BOOLEAN),
    "module": ("option", BOOLEAN),
}
