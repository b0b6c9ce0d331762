"""Times that are given as year, month, day, hours, minutes and seconds, in local time."""

from __future__ import annotations

from duckrow.cfengine.functions.common import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def seconds_of(context: Context, arguments: list[str], first: int) -> int:
    """Give seconds since 1970, or -1; `first` is what the first month and day are counted as."""
    from time import mktime

    year, month, day, *others = [integer(context, text) for text in arguments]
    fields = (year, month + 1 - first, day + 1 - first, *others, 0, 0, -1)
    try:
        return int(mktime(fields))  # type: ignore[arg-type]
    except (OverflowError, ValueError):
        context.log.info("Illegal time value")
        return -1
