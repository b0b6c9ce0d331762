"""Attributes of defaults promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "if_match_regex": ("string", ANYTHING),
    "slist": ("slist", ANYTHING),
    "string": ("string", ANYTHING),
}
