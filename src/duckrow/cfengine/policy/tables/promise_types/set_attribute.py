"""Attributes of set_attribute promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "attribute_value": ("string", ANYTHING),
}
