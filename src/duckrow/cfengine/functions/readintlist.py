"""readintlist(path, comment, separator, entries, bytes): the numbers in a file."""

from __future__ import annotations

from duckrow.cfengine.functions.common import NO_NUMBER, integer
from duckrow.cfengine.functions.file_lists import read_parts
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Split it where a pattern matches; all parts have to be numbers."""
    parts = read_parts(context, "readintlist", arguments)
    wrong = [part for part in parts if integer(context, part) == NO_NUMBER]
    for part in wrong:
        context.log.error(
            f"Presumed int value '{part}' read from file '{arguments[0]}' has no recognizable value"
        )
    if wrong:
        raise FunctionFailed
    return parts
