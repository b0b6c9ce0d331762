"""now, ago, on, accumulated and laterthan: times as year, month, day and so on."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import SECOND, integer, narrow, started_at
from duckrow.machine.local_time import local_time
from duckrow.machine.local_time import seconds_of as local_seconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


# The calendar repeats after so many years.
_CYCLE = 400
_CYCLE_SECONDS = 146_097 * 86_400

# Beyond these years no time zone changes; the seconds of nearer years are exact floats.
_FAR = 1_000_000


def parts_of(context: Context, arguments: list[str]) -> list[int]:
    """Parse the six numbers as 32-bit integers, the year relative to 1900."""
    year, *others = [integer(context, text) for text in arguments]
    return [narrow(year - 1900) + 1900, *map(narrow, others)]


def seconds_of(context: Context, arguments: list[str], first: int) -> int:
    """Return seconds since 1970, or -1; `first` is the number of the first month and day."""
    year, month, day, *others = parts_of(context, arguments)
    found = to_seconds([year, month - first, day + 1 - first, *others], -1)
    if found is None:
        context.log.info("Illegal time value")
        return -1
    return found


def to_seconds(parts: list[int], is_summer: int) -> int | None:
    """Return seconds since 1970 or None; months start at 0, days at 1, and all may overflow."""
    year, month, *others = parts
    year += month // 12
    cycles = 0 if abs(year) < _FAR else year // _CYCLE
    fields = (year - cycles * _CYCLE, month % 12 + 1, *others, 0, 0, is_summer)
    try:
        return int(local_seconds(fields)) + cycles * _CYCLE_SECONDS  # type: ignore[arg-type]
    except (OverflowError, ValueError):
        return None


def now(context: Context, _arguments: list[str]) -> str:
    """Return the time at which the run began."""
    return str(started_at(context))


def ago(context: Context, arguments: list[str]) -> str:
    """Return the time that long ago."""
    now = local_time(context.machine.now_ns() // SECOND)
    back = parts_of(context, arguments)
    then = [now[i] - back[i] for i in range(6)]
    then[1] -= 1
    return str(max(to_seconds(then, now.tm_isdst) or 0, 0))


def on(context: Context, arguments: list[str]) -> str:
    """Return a local time as seconds since 1970."""
    return str(seconds_of(context, arguments, 0))


# A year has 365 days here, and a month 30.
UNITS = (365 * 86400, 30 * 86400, 86400, 3600, 60, 1)


def accumulated(context: Context, arguments: list[str]) -> str:
    """Return a duration in seconds."""
    numbers = parts_of(context, arguments)
    return str(sum(number * unit for number, unit in zip(numbers, UNITS, strict=True)))


def laterthan(context: Context, arguments: list[str]) -> bool:
    """Return whether it is later than a time."""
    return context.machine.now_ns() // SECOND > seconds_of(context, arguments, 1)
