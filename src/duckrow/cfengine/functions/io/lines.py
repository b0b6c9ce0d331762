"""countlinesmatching, regline and getfields: the lines of a file that match."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.arrays import whole_name
from duckrow.cfengine.functions.helpers.common import pattern, read_lines, split_by
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def countlinesmatching(context: Context, arguments: list[str]) -> str:
    """Count the lines of a file that match as a whole."""
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


def regline(context: Context, arguments: list[str]) -> bool:
    """Return whether a line of a file matches as a whole."""
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


MOST = 31
TAGS = ("source=function", "function=getfields")


def getfields(context: Context, arguments: list[str]) -> str:
    """Count matching lines and split the first one."""
    wanted = pattern(context, arguments[0])
    _, path, separator, array = arguments
    array = whole_name(array)
    try:
        lines = read_lines(context, path)
    except IsADirectoryError as error:
        raise FunctionFailed(
            f"Unable to read data from file '{path}'. (fgets: {error_text(error)})"
        ) from None
    except OSError as error:
        raise FunctionFailed(
            f"File '{path}' could not be read in getfields(). (fopen: {error_text(error)})"
        ) from None
    count = 0
    for line in lines:
        if not wanted.full(line):
            continue
        if count == 0:
            for number, field in enumerate(split_by(context, line, separator, MOST), 1):
                context.put(f"{array}[{number}]", field, "string", TAGS)
                context.log.verbose(f"getfields: defining '{array}[{number}]' => '{field}'")
        count += 1
    return str(count)
