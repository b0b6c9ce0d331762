"""readdata(path, kind): data from a file of some kind."""

from __future__ import annotations

from duckrow.cfengine.functions.data_files import KINDS, UNKNOWN, kind_of, read_data
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Read it as its name says when the kind is auto."""
    path, given = arguments
    kind = KINDS.get(given.upper(), UNKNOWN)
    if given == "auto":
        kind = kind_of(path)
        context.log.verbose(
            f"readdata: automatically selected data type {kind} from filename {path}"
        )
    return Data(read_data(context, "readdata", path, kind))
