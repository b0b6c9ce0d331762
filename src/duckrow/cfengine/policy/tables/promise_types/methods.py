"""Attributes of methods promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import BOOLEAN, NAME

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "inherit": ("option", BOOLEAN),
    "usebundle": ("bundle", None),
    "useresult": ("string", NAME),
}
