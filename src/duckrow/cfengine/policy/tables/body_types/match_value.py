"""Attributes of bodies of the kind match_value."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN, COUNT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "extraction_regex": ("string", ANYTHING),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "select_line_matching": ("string", ANY_TEXT),
    "select_line_number": ("int", COUNT),
    "select_multiline_policy": ("option", "average,sum,first,last"),
    "track_growing_file": ("option", BOOLEAN),
}
