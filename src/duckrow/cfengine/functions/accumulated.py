"""accumulated(years, months, days, hours, minutes, seconds): a span of time in seconds."""

from __future__ import annotations

from duckrow.cfengine.functions.calendar_times import parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


# A year counts 365 days here, and a month 30.
UNITS = (365 * 86400, 30 * 86400, 86400, 3600, 60, 1)


def call(context: Context, arguments: list[str]) -> str:
    """Add the parts up."""
    numbers = parts_of(context, arguments)
    return str(sum(number * unit for number, unit in zip(numbers, UNITS, strict=True)))
