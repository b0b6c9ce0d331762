"""Attributes of bodies of the kind printfile."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, INTEGER, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "file_to_print": ("string", PATH),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "number_of_lines": ("int", INTEGER),
}
