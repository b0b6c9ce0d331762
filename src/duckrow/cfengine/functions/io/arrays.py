"""The read*array and parse*array functions: lines become name[first field][n]."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.byte_strings import to_bytes, to_text
from duckrow.cfengine.functions.helpers.common import (
    NO_NUMBER,
    fatal,
    integer,
    narrow,
    read_file,
    split_at,
    split_by,
    without_matches,
)
from duckrow.cfengine.functions.helpers.reals import read_real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


TAGS = ("source=function", "function=buildlinearray")
_MOST_FIELDS = 99999


def read_array(context: Context, arguments: list[str], kind: str, *, numbers: bool = False) -> str:
    """Set array elements from the lines of a file and return their number."""
    name, path, comment, separator, most, size = arguments
    count = narrow(integer(context, most))
    text = read_file(context, path, narrow(integer(context, size)))
    if text is None:
        return "0"
    text = without_matches(context, text, comment, path)
    return _build(context, name, text, separator, count, kind, numbers)


def parse_array(context: Context, arguments: list[str], kind: str, *, numbers: bool = False) -> str:
    """Set array elements from the lines of a string and return their number."""
    name, text, comment, separator, most, size = arguments
    limit = narrow(integer(context, size))
    if limit >= 0:
        text = to_text(to_bytes(text)[:limit])
    text = without_matches(context, text, comment, "string argument 2")
    count = narrow(integer(context, most))
    return _build(context, name, text, separator, count, kind, numbers)


def _build(
    context: Context, name: str, text: str, separator: str, most: int, kind: str, numbers: bool
) -> str:
    """Set the elements; with `numbers` the first index is the line number."""
    count = 0
    for line in split_at(text, "\n"):
        if count >= most:
            break
        if line in ("", "\r"):
            continue
        fields = split_by(context, line.removesuffix("\r"), separator, _MOST_FIELDS)
        values = [_converted(context, field, kind) for field in fields]
        for place, value in enumerate(values):
            index = str(count) if numbers else values[0]
            context.put(f"{name}[{index}][{place}]", value, kind, TAGS)
        count += 1
    return str(count)


def _converted(context: Context, field: str, kind: str) -> str:
    if kind == "int":
        number = integer(context, field)
        if number == NO_NUMBER:
            raise fatal("Could not convert token to int")
        return str(number)
    if kind == "real" and read_real(context, field) is None:
        raise fatal("Could not convert token to double")
    return field


def readstringarray(context: Context, arguments: list[str]) -> str:
    """Set array[first field][n] from the lines of a file; return their number."""
    return read_array(context, arguments, "string")


def readstringarrayidx(context: Context, arguments: list[str]) -> str:
    """Set array[line][n] from the lines of a file; return their number."""
    return read_array(context, arguments, "string", numbers=True)


def readintarray(context: Context, arguments: list[str]) -> str:
    """Set array[first field][n] to the integers of a file; return the number of lines."""
    return read_array(context, arguments, "int")


def readrealarray(context: Context, arguments: list[str]) -> str:
    """Set array[first field][n] to the reals of a file; return the number of lines."""
    return read_array(context, arguments, "real")


def parsestringarray(context: Context, arguments: list[str]) -> str:
    """Set array[first field][n] from the lines of a string; return their number."""
    return parse_array(context, arguments, "string")


def parsestringarrayidx(context: Context, arguments: list[str]) -> str:
    """Set array[line][n] from the lines of a string; return their number."""
    return parse_array(context, arguments, "string", numbers=True)


def parseintarray(context: Context, arguments: list[str]) -> str:
    """Set array[first field][n] to the integers of a string; return the number of lines."""
    return parse_array(context, arguments, "int")


def parserealarray(context: Context, arguments: list[str]) -> str:
    """Set array[first field][n] to the reals of a string; return the number of lines."""
    return parse_array(context, arguments, "real")
