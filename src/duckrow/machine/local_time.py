"""Local time: moments in the time zone of the host."""

from __future__ import annotations

from time import ctime, localtime, mktime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from time import struct_time

    Fields = tuple[int, int, int, int, int, int, int, int, int]


def local_time(seconds: float) -> struct_time:
    """Return the local time of a moment in seconds since 1970."""
    return localtime(seconds)


def local_time_text(seconds: float) -> str:
    """Return the local time of a moment, such as Sun Nov 15 21:45:06 2026."""
    return ctime(seconds)


def seconds_of(fields: Fields) -> float:
    """Return the seconds since 1970 of a local time: year, month, day, hour, minute, second, …"""
    return mktime(fields)


def zone_offset(seconds: float) -> int:
    """Return how many seconds the time zone is ahead of UTC at a moment."""
    return localtime(seconds).tm_gmtoff
