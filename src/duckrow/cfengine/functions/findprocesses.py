"""findprocesses(pattern): the processes whose commands match."""

from __future__ import annotations

from duckrow.cfengine.functions.process_lines import matching_processes
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Give line and number of each, the last of the table first."""
    found = matching_processes(context, "findprocesses", arguments[0])
    return Data([{"line": line, "pid": pid} for line, pid in found])
