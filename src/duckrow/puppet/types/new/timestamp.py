"""Timestamp(), Timestamp(seconds), Timestamp(string, format, timezone) and the latter as a hash."""

from __future__ import annotations

from duckrow.puppet.values.timestamp import Timestamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.types.new.outside import Outside


def now(outside: Outside) -> Timestamp:
    return Timestamp(outside.now())


def from_seconds(_outside: Outside, seconds: int | float) -> Timestamp:
    return Timestamp.from_seconds(seconds)


def from_string(
    outside: Outside, text: str, formats: Any = None, timezone: str | None = None
) -> Timestamp:
    return Timestamp.parse(text, formats, outside.zone(timezone))


def from_hash(outside: Outside, arguments: dict[str, Any]) -> Timestamp:
    return from_string(
        outside, arguments["string"], arguments.get("format"), arguments.get("timezone")
    )


CALLS = (now, from_seconds, from_string, from_hash)
