"""data_readstringarray(file, comment, separator, entries, bytes): lines by their first fields."""

from __future__ import annotations

from duckrow.cfengine.functions.line_data import read_fields
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def call(context: Context, arguments: list[str]) -> Data:
    """Give an object: from the first field of a line to the list of the others."""
    out: dict[str, Json] = {}
    for first, *others in read_fields(context, "data_readstringarray", arguments):
        out.pop(first, None)
        out[first] = list(others)
    return Data(out)
