"""execresult_as_data(command, shell, output): what a command writes, and its exit code."""

from __future__ import annotations

from duckrow.cfengine.functions.executing import run_for_output
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Run it and give both."""
    output, code = run_for_output(context, "execresult_as_data", arguments)
    return Data({"exit_code": code, "output": output})
