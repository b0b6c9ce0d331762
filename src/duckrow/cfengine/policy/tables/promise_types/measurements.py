"""Attributes of measurements promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "data_type": ("option", "counter,int,real,string,slist"),
    "history_type": ("option", "weekly,scalar,static,log"),
    "match_value": ("body", None),
    "stream_type": ("option", "pipe,file"),
    "units": ("string", ANYTHING),
}
