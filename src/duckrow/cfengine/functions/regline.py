"""regline(pattern, path): whether a line of a file matches fully."""

from __future__ import annotations

from duckrow.cfengine.functions.common import error_text, pattern, read_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Read the file line by line; one that cannot be opened has none."""
    wanted = pattern(context, arguments[0])
    try:
        lines = read_lines(context, arguments[1])
    except IsADirectoryError as error:
        context.log.error(
            f"In function 'regline', error reading from file. (getline: {error_text(error)})"
        )
        return False
    except OSError:
        return False
    return any(wanted.full(line) for line in lines)
