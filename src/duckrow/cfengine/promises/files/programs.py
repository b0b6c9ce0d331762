"""Run the programs of files promises: transformers and `exec_program`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.processes.command import Result


def run_line(context: Context, line: str) -> Result | None:
    """Run a command line without a shell; return None if it cannot be started."""
    # Few files promises run a program, and this import takes milliseconds.
    from duckrow.cfengine.functions.helpers.command_lines import command_of

    command = command_of(line, uses_shell=False)
    if not command.argv:
        return None
    try:
        return context.machine.commands.run(command)
    except OSError:
        return None


def output_lines(result: Result) -> list[str]:
    """Return the output lines of a program."""
    return result.text.removesuffix("\n").split("\n") if result.text else []
