"""readreallist(path, comment, separator, entries, bytes): the numbers in a file."""

from __future__ import annotations

from duckrow.cfengine.functions.file_lists import read_parts
from duckrow.cfengine.functions.reals import read_real
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Split it where a pattern matches; all parts have to be numbers."""
    parts = read_parts(context, "readreallist", arguments)
    wrong = [part for part in parts if read_real(context, part) is None]
    for part in wrong:
        context.log.error(
            f"Presumed real value '{part}' read from file '{arguments[0]}' "
            "has no recognizable value"
        )
    if wrong:
        raise FunctionFailed
    return parts
