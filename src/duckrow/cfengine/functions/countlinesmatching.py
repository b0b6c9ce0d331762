"""countlinesmatching(pattern, file): how many lines of a file match."""

from __future__ import annotations

from duckrow.cfengine.functions.common import error_text, pattern, read_lines
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Count the lines that match fully; a file that cannot be opened has none."""
    wanted = pattern(context, arguments[0])
    path = arguments[1]
    try:
        lines = read_lines(context, path)
    except IsADirectoryError as error:
        raise FunctionFailed(
            f"Unable to read data from file '{path}'. (fgets: {error_text(error)})"
        ) from None
    except OSError as error:
        context.log.error(
            f"File '{path}' could not be read in countlinesmatching(). (fopen: {error_text(error)})"
        )
        return "0"
    count = 0
    for line in lines:
        if wanted.full(line):
            count += 1
            context.log.verbose(f"countlinesmatching: matched '{line}'")
    return str(count)
