"""readenvfile(path, most): data from a file with lines of NAME=value."""

from __future__ import annotations

from duckrow.cfengine.functions.common import integer
from duckrow.cfengine.functions.data_files import ENV, read_data
from duckrow.cfengine.values.numbers import INFINITE
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Read a file of at most so many bytes."""
    if not arguments:
        raise FunctionFailed("Function 'readenvfile' requires at least one argument")
    limit = integer(context, arguments[1]) if len(arguments) > 1 else INFINITE
    return Data(read_data(context, "readenvfile", arguments[0], ENV, limit))
