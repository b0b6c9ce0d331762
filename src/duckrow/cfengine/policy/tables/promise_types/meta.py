"""Attributes of meta promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "data": ("data", ANYTHING),
    "slist": ("slist", ANYTHING),
    "string": ("string", ANYTHING),
}
