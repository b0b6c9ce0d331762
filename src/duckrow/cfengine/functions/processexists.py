"""processexists(pattern): whether there is a process whose command matches."""

from __future__ import annotations

from duckrow.cfengine.functions.process_lines import matching_processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look through the table of processes."""
    return bool(matching_processes(context, "processexists", arguments[0]))
