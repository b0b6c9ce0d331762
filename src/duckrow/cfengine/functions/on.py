"""on(year, month, day, hours, minutes, seconds): a time as seconds since 1970."""

from __future__ import annotations

from duckrow.cfengine.functions.calendar_times import seconds_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Convert it; the first month and the first day are 0."""
    return str(seconds_of(context, arguments, 0))
