"""Attributes of bodies of the kind location."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "before_after": ("option", "before,after"),
    "first_last": ("option", "first,last"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "select_line_matching": ("string", ANY_TEXT),
}
