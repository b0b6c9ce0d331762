"""laterthan(year, month, day, hours, minutes, seconds): whether it is later than that."""

from __future__ import annotations

from duckrow.cfengine.functions.calendar_times import seconds_of
from duckrow.cfengine.functions.common import SECOND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look at the clock; the first month and the first day are 1."""
    return context.machine.now_ns() // SECOND > seconds_of(context, arguments, 1)
