"""Attributes of bodies of the kind replace_with."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "occurrences": ("option", "all,first"),
    "replace_value": ("string", ANY_TEXT),
}
