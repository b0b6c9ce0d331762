"""strftime(mode, format, seconds)."""

from __future__ import annotations

from time import gmtime
from time import strftime as format_time

from duckrow.cfengine.functions.helpers.byte_strings import to_bytes
from duckrow.cfengine.functions.helpers.common import BUFFER, integer
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.local_time import local_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def strftime(context: Context, arguments: list[str]) -> str:
    """Format a time in local time or UTC."""
    zone, pattern, given = arguments
    seconds = integer(context, given)
    try:
        when = gmtime(seconds) if zone == "gmtime" else local_time(seconds)
    except (OverflowError, OSError, ValueError):
        context.log.warning(
            f"Function strftime, the given time stamp '{seconds}' was invalid. "
            "(strftime: Value too large for defined data type)"
        )
        raise FunctionFailed from None
    text = format_time(pattern, when)
    if not text or len(to_bytes(text)) >= BUFFER:
        raise FunctionFailed
    return text
