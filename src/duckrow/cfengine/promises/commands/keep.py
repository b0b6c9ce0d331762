"""Runs the command of a commands promise.

The log quotes the program's output after the outcome, as the reference does: it collects quotes and
logs them together.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.evaluation.promises.return_codes import finish_by_exit_code
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.functions.helpers.command_lines import first_word, is_executable
from duckrow.cfengine.promises.commands.contain import (
    SHELL,
    conditions,
    directory_error,
    make_command,
    start_error,
)
from duckrow.cfengine.promises.commands.output import Listener
from duckrow.cfengine.values.outcomes import FAILED, NOOP, SKIPPED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.functions.helpers.module_protocol import Module
    from duckrow.machine.processes.command import Command, Result


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Run the command."""
    hides = promise.flag("no_output", default=promise.flag("module"))
    if hides and promise.flag("preview"):
        context.log.error("no_output and preview are mutually exclusive (broken promise)")
        log_location(context, promise)
        return FAILED
    words = [promise.promiser]
    if promise.has("args"):
        words.append(promise.text("args") or "")
    line = " ".join(words + promise.items("arglist"))
    command = make_command(context, promise, line)
    lock = acquire(context, promise, line)
    if lock is None:
        return SKIPPED
    try:
        return _repair(context, promise, line, command, hides=hides)
    finally:
        lock.release()


def _repair(
    context: Context, promise: ExpandedPromise, line: str, command: Command, *, hides: bool
) -> str:
    shell = promise.text("useshell")
    program = first_word(promise.promiser)
    if program.startswith("/") or not (shell in SHELL or shell == "powershell"):
        if not is_executable(context, program):
            return _not_executable(context, promise)
        context.log.verbose(f"Promiser string contains a valid executable '{program}' - ok")
    said = "info" if promise.flag("inform", default=True) else "verbose"
    context.log.write(said, f"Executing '{conditions(command)}' ... '{line}'")
    options = context.options
    if options.is_trial and (options.changes_nothing or not promise.flag("preview")):
        return context.finish_promise(WARNED, promise, "warning", f"Would execute script '{line}'")
    if promise.only_warns:
        return context.finish_promise(
            WARNED,
            promise,
            "warning",
            f"Command '{line}' needs to be executed, but only warning was promised",
        )
    if shell == "powershell":
        context.log.error("Powershell is only supported on Windows")
        return FAILED
    outcome = NOOP
    if promise.flag("background"):
        context.log.verbose(f"Backgrounding job '{line}'")
        _start_background(context, promise, line, command, hides=hides)
    else:
        outcome = _run(context, promise, line, command, hides=hides)
    context.log.write(said, f"Completed execution of '{line}'")
    return outcome


def _not_executable(context: Context, promise: ExpandedPromise) -> str:
    outcome = context.finish_promise(
        FAILED, promise, "error", f"'{promise.promiser}' promises to be executable but isn't"
    )
    if " " in promise.promiser:
        context.log.verbose(
            f'Paths with spaces must be inside escaped quoutes (e.g. \\"{promise.promiser}\\")'
        )
    return outcome


def _start_background(
    context: Context, promise: ExpandedPromise, line: str, command: Command, *, hides: bool
) -> None:
    """Run it while the agent goes on; the agent waits for it in the end."""

    def work() -> None:
        if context.state is not None:
            # Two processes must not share a database connection opened before a fork.
            context.state = State(context.options.work_directory, context.log)
        _run(context, promise, line, command, hides=hides)
        said = "info" if promise.flag("inform", default=True) else "verbose"
        context.log.write(said, f"Completed execution of '{line}'")
        context.log.verbose(f"Backgrounded command '{line}' is done - exiting")

    context.background.append(context.machine.commands.start_background(work))


def wait_for_background(context: Context) -> None:
    """Wait for background commands; log the message even if there are none."""
    context.log.verbose("Waiting for background processes")
    children, context.background = context.background, []
    for pid in children:
        context.machine.commands.wait_for(pid)
        context.log.verbose(f"Background process {pid} terminated")
    context.log.verbose("No more background processes to wait for")


def _run(
    context: Context, promise: ExpandedPromise, line: str, command: Command, *, hides: bool
) -> str:
    module: Module | None = None
    if promise.flag("module"):
        from duckrow.cfengine.functions.helpers.module_protocol import Module

        module = Module(context, line)
    listener = Listener(context, line, module, quotes=not hides, previews=promise.flag("preview"))
    context.log.verbose(f"Setting umask to {command.umask:o}")
    if command.umask == 0:
        context.log.verbose(f"Programming '{line}' running with umask 0! Use umask= to set")
    code = _execute(context, command, listener)
    if code < 0:
        outcome = context.finish_promise(
            FAILED,
            promise,
            "error",
            f"Finished script '{promise.promiser}' - failed (abnormal termination)",
        )
    else:
        outcome = finish_by_exit_code(context, promise, code)
    listener.finish()
    return worst_outcome(outcome, NOOP)


def _execute(context: Context, command: Command, listener: Listener) -> int:
    """Run the command; return its exit code, or -1 if a signal ended it."""
    if command.gid is not None and command.groups is None:
        # The reference looks up the groups of an unknown or missing user too.
        who = 0xFFFFFFFF if command.uid is None else command.uid
        error_message = directory_error(context, command) or (
            f"Unable to get login groups when dropping privilege to '{who}'. (getpwuid: Success)"
        )
        listener.line(f"   error: {error_message}")
        return 1
    try:
        result: Result = context.machine.commands.run(command, listener.take)
    except OSError as error:
        listener.line(f"   error: {start_error(command, error)}")
        return 1
    listener.end()
    return -1 if result.signal is not None or result.has_timed_out else result.status
