"""Timespan(seconds), Timespan(string, format), Timespan(days, hours, …) and hashes of those."""

from __future__ import annotations

from duckrow.puppet.values.timespan import Timespan

CALLS = (
    Timespan.from_seconds,
    Timespan.parse,
    Timespan.from_fields,
    Timespan.from_hash,
    Timespan.from_hash,
)
