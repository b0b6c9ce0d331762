"""Attributes of users promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN, INTEGER, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "description": ("string", ANYTHING),
    "group_primary": ("string", ANYTHING),
    "groups_secondary": ("slist", ANY_TEXT),
    "home_bundle": ("bundle", None),
    "home_bundle_inherit": ("option", BOOLEAN),
    "home_dir": ("string", PATH),
    "password": ("body", None),
    "policy": ("option", "present,absent,locked"),
    "shell": ("string", PATH),
    "uid": ("int", INTEGER),
}
