"""Runs one command of a package manager, and reports its outcome for a promise."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.return_codes import finish_by_exit_code
from duckrow.cfengine.functions.helpers.byte_strings import lines_of
from duckrow.cfengine.functions.helpers.command_lines import command_of, first_word, is_executable
from duckrow.cfengine.values.outcomes import FAILED, NOOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.packages.method import Method


def is_reported(promise: ExpandedPromise) -> bool:
    """Return whether a promise is ordinary; promises of the library's internals are silent."""
    return not promise.promiser.startswith("cfe_internal_")


def report_outcome(
    context: Context, outcome: str, promise: ExpandedPromise, level: str, text: str
) -> str:
    """Report an outcome unless the promise is one of the library's internals."""
    if is_reported(promise):
        context.finish_promise(outcome, promise, level, text)
    return outcome


def run_package_command(
    context: Context,
    promise: ExpandedPromise,
    method: Method,
    line: str,
    *,
    verifies: bool = False,
    reports_result: bool = False,
) -> bool:
    """Run a command of a package manager; return False if it failed."""
    log = context.log
    if not method.uses_shell and not is_executable(context, first_word(line)):
        text = f"The proposed package schedule command '{line}' was not executable"
        report_outcome(context, FAILED, promise, "error", text)
        return False
    if context.options.is_trial:
        return True
    ready = command_of(line, uses_shell=method.uses_shell)
    ready.directory = "/"
    if method.uses_shell:
        log.verbose(f"Running {line} in shell")
    log.verbose(f"Executing {line[:60]}...")
    try:
        result = context.machine.commands.run(ready)
    except OSError as error:
        text = f"Couldn't start command '{line:>20}'. (cf_popen: {error.strerror})"
        report_outcome(context, FAILED, promise, "error", text)
        return False
    name = line.partition(" ")[0].rpartition("/")[2] + line[len(line.partition(" ")[0]) :]
    is_fine = True
    pattern = method.text("noverify_regex")
    for said in lines_of(result.text):
        log.info(f"Q:{name[:20]:>20} ...:{said}")
        if verifies and said and pattern is not None and context.patterns.matches(pattern, said):
            text = f"Package verification error in {name[:40]} ... :{said}"
            report_outcome(context, FAILED, promise, "info", text)
            is_fine = False
    code = -1 if result.signal is not None else result.status
    failing_code = method.number("noverify_returncode")
    if verifies and failing_code is not None:
        if code == failing_code:
            text = f"Package verification error (returned {code})"
            report_outcome(context, FAILED, promise, "info", text)
            return False
        text = f"Package verification succeeded (returned {code})"
        report_outcome(context, NOOP, promise, "info", text)
    elif verifies and pattern is not None:
        if is_fine:
            text = "Package verification succeeded (no match with package_noverify_regex)"
            report_outcome(context, NOOP, promise, "info", text)
    elif reports_result and is_reported(promise):
        is_fine = finish_by_exit_code(context, promise, code) != FAILED
    return is_fine
