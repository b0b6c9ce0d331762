"""execresult, execresult_as_data and returnszero: run commands."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.command_lines import (
    command_directory,
    command_of,
    first_word,
    is_executable,
    run_for_output,
    show_errors,
)
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.processes.command import SEPARATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def execresult(context: Context, arguments: list[str]) -> str:
    """Return the output of a command."""
    return run_for_output(context, "execresult", arguments)[0]


def execresult_as_data(context: Context, arguments: list[str]) -> Data:
    """Return the output and exit code of a command."""
    output, code = run_for_output(context, "execresult_as_data", arguments)
    return Data({"exit_code": code, "output": output})


def returnszero(context: Context, arguments: list[str]) -> bool:
    """Return whether a command succeeds; one killed by a signal counts."""
    command, shell = arguments
    if command.lstrip('"').startswith("/"):
        if not is_executable(context, first_word(command)):
            context.log.error(f"returnszero '{command}' is assumed to be executable but isn't")
            return False
    elif shell not in ("useshell", "powershell"):
        context.log.error(f"returnszero '{command}' does not have an absolute path")
        return False
    if shell == "powershell":
        context.log.error("Powershell is only supported on Windows")
        is_zero = False
    else:
        is_zero = _run(context, command, has_shell=shell == "useshell")
    not_ = "" if is_zero else "did not return"
    context.log.verbose(
        f"returnszero ran '{command}' successfully and it {not_ or 'returned'} zero"
    )
    return is_zero


def _run(context: Context, command: str, *, has_shell: bool) -> bool:
    ready = command_of(command, uses_shell=has_shell)
    ready.directory = command_directory(context)
    # The output of a shell is shown; that of a plain command only when verbose.
    is_heard = has_shell or context.log.wants("info")
    ready.errors = SEPARATE
    try:
        result = context.machine.commands.run(ready)
    except OSError as error:
        if is_heard:
            context.log.error(f"Command '{ready.program}' failed. (execv: {error.strerror})")
        return False
    if is_heard and result.output.content:
        text = result.output.content.decode("utf-8", "surrogateescape")
        context.log.plain(text.removesuffix("\n"))
    if is_heard:
        show_errors(result.errors.content)
    return result.signal is not None or result.status == 0
