"""readstringlist, readintlist and readreallist: the parts of a file as a list."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import (
    NO_NUMBER,
    integer,
    narrow,
    read_file,
    split_by,
    without_matches,
)
from duckrow.cfengine.functions.helpers.reals import read_real
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_NO_LIMIT = 1 << 62


def at_most(context: Context, text: str) -> int:
    """Parse the number of parts; a negative number means all."""
    most = narrow(integer(context, text))
    return _NO_LIMIT if most < 0 else most


def read_parts(context: Context, function: str, arguments: list[str]) -> list[str]:
    """Read a file, remove comments and split the rest; empty parts are dropped."""
    path, comment, separator = arguments[:3]
    most = at_most(context, arguments[3])
    text = read_file(context, path, narrow(integer(context, arguments[4])))
    if text is None:
        raise FunctionFailed(f"Function '{function}' failed to read file: {path}", "verbose")
    text = without_matches(context, text, comment, path)
    return split_by(context, text, separator, most, allows_blanks=False)


def readstringlist(context: Context, arguments: list[str]) -> list[str]:
    """Split a file into strings."""
    return read_parts(context, "readstringlist", arguments)


def readintlist(context: Context, arguments: list[str]) -> list[str]:
    """Split a file into integers."""
    parts = read_parts(context, "readintlist", arguments)
    invalid = [part for part in parts if integer(context, part) == NO_NUMBER]
    for part in invalid:
        context.log.error(
            f"Presumed int value '{part}' read from file '{arguments[0]}' has no recognizable value"
        )
    if invalid:
        raise FunctionFailed
    return parts


def readreallist(context: Context, arguments: list[str]) -> list[str]:
    """Split a file into real numbers."""
    parts = read_parts(context, "readreallist", arguments)
    invalid = [part for part in parts if read_real(context, part) is None]
    for part in invalid:
        context.log.error(
            f"Presumed real value '{part}' read from file '{arguments[0]}' "
            "has no recognizable value"
        )
    if invalid:
        raise FunctionFailed
    return parts
