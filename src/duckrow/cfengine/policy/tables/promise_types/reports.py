"""Attributes of reports promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, COUNT, NAME, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "bundle_return_value_index": ("string", NAME),
    "friend_pattern": ("string", ANYTHING),
    "intermittency": ("real", "0,1"),
    "lastseen": ("int", COUNT),
    "printfile": ("body", None),
    "report_to_file": ("string", PATH),
    "showstate": ("slist", ANYTHING),
}
