"""Times in queries and answers. A time is a number of microseconds since 1970, in UTC.

    time_of("2026-11-16T08:45:42.170Z")     1794818742170000
    time_of("2026-11-16")                   the first moment of that day
    text_of(1794818742170000)               "2026-11-16T08:45:42.170Z"

The reference knows milliseconds: what is finer is dropped.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ISO = re.compile(
    r"""(?P<year>-?\d{4,6})
        (?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?)?
        (?:[T\ ](?P<hour>\d{1,2})
           (?::(?P<minute>\d{1,2})(?::(?P<second>\d{1,2})(?:[.,](?P<fraction>\d+))?)?)?
           \ ?(?P<zone>Z|[+-]\d{2}(?::?\d{2})?)?
        )?""",
    re.VERBOSE | re.ASCII,
)
_BASIC = re.compile(
    r"""(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})
        (?:T(?P<hour>\d{2})(?P<minute>\d{2})(?P<second>\d{2})(?:\.(?P<fraction>\d+))?
           (?P<zone>Z|[+-]\d{2}(?::?\d{2})?)?
        )?""",
    re.VERBOSE | re.ASCII,
)
_MAIL = re.compile(
    r"""(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),\ (?P<day>\d{1,2})\ (?P<name>[A-Z][a-z]{2})\ (?P<year>\d{4})
        \ (?P<hour>\d{2}):(?P<minute>\d{2}):(?P<second>\d{2})\ (?P<zone>[+-]\d{4})""",
    re.VERBOSE | re.ASCII,
)
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


_FIRST, _LAST = -62_135_596_800_000, 253_402_300_799_999  # milliseconds: years 1 to 9999


def time_of(value: object) -> int | None:
    """Return the time that a value of a query means, or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value * 1000 if _FIRST <= value <= _LAST else None
    if not isinstance(value, str):
        return None
    for pattern in (_ISO, _BASIC, _MAIL):
        match = pattern.fullmatch(value)
        if match:
            return _time(match.groupdict())
    return None


def _time(found: dict[str, str | None]) -> int | None:
    name = found.get("name")
    if name is not None and name not in _MONTHS:
        return None
    month = _MONTHS.index(name) + 1 if name else int(found.get("month") or 1)
    fraction = (found.get("fraction") or "0")[:3].ljust(3, "0")
    try:
        moment = datetime(
            int(found["year"] or 0),
            month,
            int(found.get("day") or 1),
            int(found["hour"] or 0),
            int(found["minute"] or 0),
            int(found["second"] or 0),
            int(fraction) * 1000,
            _zone(found.get("zone")),
        )
    except ValueError:
        return None
    return (moment - _EPOCH) // timedelta(microseconds=1)


def _zone(text: str | None) -> timezone:
    if text is None or text == "Z":
        return UTC
    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if text[0] == "-" else offset)


def moment_of(microseconds: int) -> datetime:
    """Return a time as a datetime."""
    return _EPOCH + timedelta(microseconds=microseconds)


def text_of(time: int | datetime) -> str:
    """Return a time as answers show it."""
    if isinstance(time, int):
        # An answer may have 100,000 times of the same few days: this is a third of strftime's time.
        seconds, rest = divmod(time, 1_000_000)
        day, second = divmod(seconds, 86400)
        minute, second = divmod(second, 60)
        hour, minute = divmod(minute, 60)
        return f"{_day(day)}T{hour:02}:{minute:02}:{second:02}.{rest // 1000:03}Z"
    moment = time.astimezone(UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"


@lru_cache(maxsize=1024)
def _day(number: int) -> str:
    return f"{_EPOCH + timedelta(days=number):%Y-%m-%d}"
