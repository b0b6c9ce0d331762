"""strftime(zone, format, seconds): a time as text."""

from __future__ import annotations

from duckrow.cfengine.functions.common import BUFFER, integer
from duckrow.cfengine.functions.letters import to_bytes
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Write it in local time or in that of Greenwich; fails when nothing comes of it."""
    from time import gmtime, localtime, strftime

    zone, pattern, given = arguments
    seconds = integer(context, given)
    try:
        when = gmtime(seconds) if zone == "gmtime" else localtime(seconds)
    except (OverflowError, OSError, ValueError):
        context.log.warning(
            f"Function strftime, the given time stamp '{seconds}' was invalid. "
            "(strftime: Value too large for defined data type)"
        )
        raise FunctionFailed from None
    text = strftime(pattern, when)
    if not text or len(to_bytes(text)) >= BUFFER:
        raise FunctionFailed
    return text
