"""execresult(command, shell, output): what a command writes."""

from __future__ import annotations

from duckrow.cfengine.functions.executing import run_for_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Run it and give its output, whatever its exit code."""
    return run_for_output(context, "execresult", arguments)[0]
