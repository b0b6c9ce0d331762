"""Attributes of bodies of the kind volume."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, COUNT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "check_foreign": ("option", BOOLEAN),
    "freespace": ("string", "[0-9]+[MBkKgGmb%]"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "scan_arrivals": ("option", BOOLEAN),
    "sensible_count": ("int", COUNT),
    "sensible_size": ("int", COUNT),
}
