"""ago(years, months, days, hours, minutes, seconds): the time of the clock that long ago."""

from __future__ import annotations

from duckrow.cfengine.functions.common import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Count back from now in local time, as a calendar does; times before 1970 are 0."""
    from time import localtime, mktime

    now = localtime(context.machine.now_ns() // 1_000_000_000)
    numbers = [integer(context, text) for text in arguments]
    fields = [now[i] - numbers[i] for i in range(6)]
    try:
        then = int(mktime((*fields, 0, 0, now.tm_isdst)))  # type: ignore[arg-type]
    except (OverflowError, ValueError):
        return "0"
    return str(max(then, 0))
