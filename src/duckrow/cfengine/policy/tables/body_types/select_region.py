"""Attributes of bodies of the kind select_region."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "include_end_delimiter": ("option", BOOLEAN),
    "include_start_delimiter": ("option", BOOLEAN),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "select_end": ("string", ANY_TEXT),
    "select_end_match_eof": ("option", BOOLEAN),
    "select_start": ("string", ANY_TEXT),
}
