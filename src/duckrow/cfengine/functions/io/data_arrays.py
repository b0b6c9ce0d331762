"""data_readstringarray and data_readstringarrayidx: the fields of lines as data."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import integer, read_file, split_by, without_matches
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


_MOST_FIELDS = 99999


def read_fields(context: Context, function: str, arguments: list[str]) -> list[list[str]]:
    """Read a file without comments and split its lines; skip blank ones."""
    path, comment, separator = arguments[:3]
    most, size = integer(context, arguments[3]), integer(context, arguments[4])
    text = read_file(context, path, size)
    if text is None:
        raise FunctionFailed(f"{function}: error reading from file '{path}'")
    text = without_matches(context, text, comment, path)
    rows: list[list[str]] = []
    for line in text.split("\n"):
        if len(rows) >= most:
            break
        if line in ("", "\r"):
            continue
        fields = split_by(context, line.removesuffix("\r"), separator, _MOST_FIELDS)
        if fields:
            rows.append(fields)
    return rows


def data_readstringarray(context: Context, arguments: list[str]) -> Data:
    """Return an object from the first field of each line to the list of its other fields."""
    out: dict[str, Json] = {}
    for first, *others in read_fields(context, "data_readstringarray", arguments):
        out.pop(first, None)
        out[first] = list(others)
    return Data(out)


def data_readstringarrayidx(context: Context, arguments: list[str]) -> Data:
    """Return a list of the fields of each line."""
    rows = read_fields(context, "data_readstringarrayidx", arguments)
    return Data([list(row) for row in rows])
