"""Attributes of services promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, NAME

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "service_dependencies": ("slist", NAME),
    "service_method": ("body", None),
    "service_policy": ("string", ANYTHING),
}
