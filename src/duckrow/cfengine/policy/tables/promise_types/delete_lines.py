"""Attributes of delete_lines promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import BOOLEAN

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "delete_select": ("body", None),
    "not_matching": ("option", BOOLEAN),
}
