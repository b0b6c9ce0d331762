"""Moments of time on the command line: 2026-11-15, 2026-11-15T10:30, or 2 hours (ago)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from time import strftime, time

from duckrow.cli.options import UsageError
from duckrow.machine.local_time import local_time, seconds_of

LONGEST = 40  # characters of a wrong value that a message repeats
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}


def moment(text: str, *, is_end: bool = False) -> float:
    """Return a moment in seconds since 1970; a time without a zone is local.

    A day is its beginning, or with `is_end` its last moment.
    """
    words = text.removesuffix(" ago").split()
    try:
        if len(words) == 2 and words[0].isdecimal() and words[1].removesuffix("s") in _SECONDS:
            return time() - int(words[0]) * _SECONDS[words[1].removesuffix("s")]
        found = datetime.fromisoformat(text)
        if found.tzinfo is not None:
            return found.astimezone(UTC).timestamp()
        fields = (found.year, found.month, found.day, found.hour, found.minute, found.second)
        if is_end and _is_day(text):
            # The C library knows on which day the month ends, and which days have 25 hours.
            return seconds_of((found.year, found.month, found.day + 1, 0, 0, 0, 0, 0, -1)) - 1e-6
        return seconds_of((*fields, 0, 0, -1)) + found.microsecond / 1e6
    except (ValueError, OverflowError):
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
        raise UsageError(
            f"'{shown}' is no time: give 2026-11-15, '2026-11-15 10:30' or '2 hours'"
        ) from None


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def shown_time(nanoseconds: int) -> str:
    """Return a moment in local time."""
    return strftime("%Y-%m-%d %H:%M:%S", local_time(nanoseconds // 1_000_000_000))
