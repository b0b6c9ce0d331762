"""getfields(pattern, file, separator, array): how many lines match; the first is split."""

from __future__ import annotations

from duckrow.cfengine.functions.arrays import whole_name
from duckrow.cfengine.functions.common import error_text, pattern, read_lines, split_by
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


MOST = 31
TAGS = ("source=function", "function=getfields")


def call(context: Context, arguments: list[str]) -> str:
    """Count lines that match fully; the fields of the first become array[1], array[2] ..."""
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
