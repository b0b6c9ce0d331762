"""Attributes of bodies of the kind edit_defaults."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, COUNT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "edit_backup": ("option", "true,false,timestamp,rotate"),
    "empty_file_before_editing": ("option", BOOLEAN),
    "inherit": ("option", BOOLEAN),
    "inherit_from": ("body", None),
    "max_file_size": ("int", COUNT),
    "meta": ("slist", ANYTHING),
    "recognize_join": ("option", BOOLEAN),
    "rotate": ("int", "0,99"),
}
