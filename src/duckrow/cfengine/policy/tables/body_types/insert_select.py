"""Attributes of bodies of the kind insert_select."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "inherit_from": ("body", None),
    "insert_if_contains_from_list": ("slist", ANY_TEXT),
    "insert_if_match_from_list": ("slist", ANY_TEXT),
    "insert_if_not_contains_from_list": ("slist", ANY_TEXT),
    "insert_if_not_match_from_list": ("slist", ANY_TEXT),
    "insert_if_not_startwith_from_list": ("slist", ANY_TEXT),
    "insert_if_startwith_from_list": ("slist", ANY_TEXT),
    "meta": ("slist", ANYTHING),
}
