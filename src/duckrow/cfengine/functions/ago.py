"""ago(years, months, days, hours, minutes, seconds): the time of the clock that long ago."""

from __future__ import annotations

from duckrow.cfengine.functions.calendar_times import parts_of, to_seconds
from duckrow.cfengine.functions.common import SECOND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Count back from now in local time, as a calendar does; times before 1970 are 0."""
    from time import localtime

    now = localtime(context.machine.now_ns() // SECOND)
    back = parts_of(context, arguments)
    then = [now[i] - back[i] for i in range(6)]
    then[1] -= 1
    return str(max(to_seconds(then, now.tm_isdst) or 0, 0))
