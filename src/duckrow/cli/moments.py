"""Moments of time on the command line: 2026-11-15, 2026-11-15T10:30, or 2 hours (ago)."""

from __future__ import annotations

from datetime import UTC, datetime
from time import strftime, time

from duckrow.cli.options import UsageError
from duckrow.machine.local_time import local_time, seconds_of

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}


def moment(text: str) -> float:
    """Return a moment in seconds since 1970; a time without a zone is local."""
    words = text.removesuffix(" ago").split()
    if len(words) == 2 and words[0].isdecimal() and words[1].removesuffix("s") in _SECONDS:
        return time() - int(words[0]) * _SECONDS[words[1].removesuffix("s")]
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(
            f"'{text}' is no time: give 2026-11-15, '2026-11-15 10:30' or '2 hours'"
        ) from None
    if found.tzinfo is None:
        fields = (found.year, found.month, found.day, found.hour, found.minute, found.second)
        return seconds_of((*fields, 0, 0, -1))
    return found.astimezone(UTC).timestamp()


def shown_time(nanoseconds: int) -> str:
    """Return a moment in local time."""
    return strftime("%Y-%m-%d %H:%M:%S", local_time(nanoseconds // 1_000_000_000))
