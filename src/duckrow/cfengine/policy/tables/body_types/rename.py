"""Attributes of bodies of the kind rename."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, MODE

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "disable": ("option", BOOLEAN),
    "disable_mode": ("string", MODE),
    "disable_suffix": ("string", ANYTHING),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "newname": ("string", ANYTHING),
    "rotate": ("int", "0,99"),
}
