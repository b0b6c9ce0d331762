"""data_readstringarrayidx(file, comment, separator, entries, bytes): lines as lists of fields."""

from __future__ import annotations

from duckrow.cfengine.functions.line_data import read_fields
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Give a list with one list for each line."""
    rows = read_fields(context, "data_readstringarrayidx", arguments)
    return Data([list(row) for row in rows])
