"""Attributes of bodies of the kind depth_search."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN, COUNT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "depth": ("int", COUNT),
    "exclude_dirs": ("slist", ANY_TEXT),
    "include_basedir": ("option", BOOLEAN),
    "include_dirs": ("slist", ANY_TEXT),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "rmdeadlinks": ("option", BOOLEAN),
    "traverse_links": ("option", BOOLEAN),
    "xdev": ("option", BOOLEAN),
}
