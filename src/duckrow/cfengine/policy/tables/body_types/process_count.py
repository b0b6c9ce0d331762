"""Attributes of bodies of the kind process_count."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, COUNT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "in_range_define": ("slist", ANYTHING),
    "inherit_from": ("body", None),
    "match_range": ("irange", COUNT),
    "meta": ("slist", ANYTHING),
    "out_of_range_define": ("slist", ANYTHING),
}
