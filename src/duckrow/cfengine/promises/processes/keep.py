"""Keeps a processes promise: count, stop, signal, restart class."""

from __future__ import annotations

import re
from time import sleep

from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.evaluation.promises.ranges import read_range
from duckrow.cfengine.promises.processes.select import Selection
from duckrow.cfengine.promises.processes.table import table_of
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED, SKIPPED, WARNED
from duckrow.cfengine.values.rvals import Call
from duckrow.machine.processes.commands import signal_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.processes.select import Range
    from duckrow.cfengine.promises.processes.table import Line

SIGNALS = {
    "hup": "SIGHUP", "int": "SIGINT", "trap": "SIGTRAP", "kill": "SIGKILL", "pipe": "SIGPIPE",
    "cont": "SIGCONT", "abrt": "SIGABRT", "stop": "SIGSTOP", "quit": "SIGQUIT", "term": "SIGTERM",
    "child": "SIGCHLD", "usr1": "SIGUSR1", "usr2": "SIGUSR2", "bus": "SIGBUS", "segv": "SIGSEGV",
}  # fmt: skip
_PAUSE = re.compile(r"\s*\+?(\d+)s?\Z")
_DEADLY = ("kill", "term")


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Find the processes and act on them as promised."""
    selection = Selection(context, promise)
    promised = read_range(context, promise, "match_range")
    _check(context, promise, promised)
    lock = acquire(
        context, promise, f"proc-{promise.promiser}-{promise.text('restart_class', 'norestart')}"
    )
    if lock is None:
        return SKIPPED
    try:
        found = _find(context, promise, selection, promised)
        return _act(context, promise, promised, found)
    finally:
        lock.release()


def _check(context: Context, promise: ExpandedPromise, promised: Range | None) -> None:
    """Log warnings about attributes that make little sense."""
    log = context.log
    restarts, counts = promise.has("restart_class"), promise.has("process_count")
    if restarts and any(name in promise.items("signals") for name in _DEADLY):
        log.warning(f"Promise '{promise.promiser}' kills then restarts - never strictly converges")
        log_location(context, promise, "info")
    if restarts and counts:
        log.verbose(
            "Note both process_count and restart_class define classes. Please exercises caution "
            "that there is not a logic error. Review process_count match_range, in_range_define, "
            "and out_of_range_define with respect to restart_class."
        )
        log_location(context, promise, "verbose")
    errors = []
    if restarts and promised == (0, 0):
        errors.append(
            f"Promise constraint conflicts - '{promise.promiser}' processes cannot have zero "
            "count if restarted"
        )
    if promise.has("process_select") and not promise.has("process_result"):
        errors.append("Process select constraint body promised no result (check body definition)")
    if counts and promised is None:
        errors.append(
            "process_count used without match_range, this promise will not define a class based "
            "on a count of matching promises."
        )
    if counts and not (promise.has("in_range_define") or promise.has("out_of_range_define")):
        errors.append(
            "process_count body is insufficiently defined. process_count must specify at least "
            "one of in_range_define or out_of_range_define. "
        )
    for error_message in errors:
        log.error(error_message)
        log_location(context, promise)


def _find(
    context: Context, promise: ExpandedPromise, selection: Selection, promised: Range | None
) -> list[Line]:
    """Return the processes that count; protected ones do not count if any would be signalled."""
    table = table_of(context)
    if table is None:
        return []
    log = context.log
    signals = promise.items("signals")
    only_warns = promise.only_warns
    found: list[Line] = []
    for line in selection.select(table, promise.promiser)[::-1]:
        if signals and not _may_signal(context, promise, line.pid, signals):
            continue
        if only_warns and promised == (0, 0):
            log.warning(f"Process alert '{table.legend}'")
            log.warning(f"Process alert '{line.text}'")
            continue
        log.write("warning" if only_warns else "verbose", f"Matched '{line.text}'")
        found.append(line)
    found.reverse()
    return found


def _may_signal(context: Context, promise: ExpandedPromise, pid: int, signals: list[str]) -> bool:
    if pid == 1:
        if signals != ["hup"]:
            return False
        context.log.verbose("Okay to send only HUP to init")
    elif pid < 4:
        context.log.verbose(
            "Will not signal or restart processes 0,1,2,3 (occurred while looking for "
            f"{promise.promiser})"
        )
        return False
    if pid == context.machine.commands.own_pid:
        context.log.verbose("cf-agent will not signal itself!")
        return False
    return True


def _act(
    context: Context, promise: ExpandedPromise, promised: Range | None, found: list[Line]
) -> str:
    outcome = NOOP
    count = len(found)
    if promised is not None:
        if promised[0] <= count <= promised[1]:
            _define(context, promise, "in_range_define")
            return context.finish_promise(
                NOOP, promise, "verbose", f"Process promise for '{promise.promiser}' is kept"
            )
        context.finish_promise(
            REPAIRED,
            promise,
            "verbose",
            f"Process count for '{promise.promiser}' was out of promised range ({count} found)",
        )
        outcome = REPAIRED
        _define(context, promise, "out_of_range_define")
    killed = False
    if promise.only_warns:
        outcome = worst_outcome(outcome, WARNED)
    elif found:
        if promise.has("process_stop"):
            stopped = _stop(context, promise)
            outcome = worst_outcome(outcome, stopped or FAILED)
            if stopped is None:
                return outcome
        killed, signalled = _signal_all(context, promise, found)
        outcome = worst_outcome(outcome, signalled)
    return worst_outcome(outcome, _restart(context, promise, killed=killed, count=count))


def _define(context: Context, promise: ExpandedPromise, attribute: str) -> None:
    given = promise.attributes.get(attribute)
    for each in given if isinstance(given, list) else promise.items(attribute):
        if isinstance(each, Call):
            context.log.error(
                f"Body (process_count), for processes promise {promise.promiser}, has a failing "
                f"function call ({each.name}) in the {attribute} attribute - cannot define the "
                "class"
            )
        elif isinstance(each, str):
            context.set_class(each, "namespace", ("source=promise",))


def _stop(context: Context, promise: ExpandedPromise) -> str | None:
    """Run the stop program; return None if it cannot be run."""
    from duckrow.cfengine.functions.helpers.command_lines import (
        command_directory,
        command_of,
        first_word,
        is_executable,
    )

    program = promise.text("process_stop") or ""
    if context.options.is_trial:
        return context.finish_promise(
            WARNED,
            promise,
            "error",
            f"Need to keep process-stop promise for '{promise.promiser}', but only a warning is "
            "promised",
        )
    if not is_executable(context, first_word(program)):
        context.finish_promise(
            FAILED,
            promise,
            "error",
            f"Process promise to stop '{promise.promiser}' could not be kept because '{program}' "
            "is not executable",
        )
        return None
    command = command_of(program, uses_shell=False)
    command.directory = command_directory(context)
    try:
        is_zero = context.machine.commands.run(command).is_success
    except OSError:
        is_zero = False
    if is_zero:
        return context.finish_promise(
            REPAIRED,
            promise,
            "info",
            f"Promise to stop '{promise.promiser}' repaired, '{program}' returned zero",
        )
    return context.finish_promise(
        FAILED,
        promise,
        "error",
        f"Promise to stop '{promise.promiser}' failed, '{program}' returned nonzero",
    )


def _signal_all(context: Context, promise: ExpandedPromise, found: list[Line]) -> tuple[bool, str]:
    """Send the promised signals; return also whether one was meant to kill."""
    if not promise.has("signals"):
        context.log.verbose(f"No signals to send for '{promise.promiser}'")
        return False, NOOP
    killed, has_failed, outcome = False, False, NOOP
    for line in found:
        for spec in promise.items("signals"):
            pause = _PAUSE.match(spec)
            if pause is not None:
                sleep(int(pause[1]))
            elif context.options.is_trial:
                context.log.error(
                    f"Need to keep signal promise '{spec}' in process entry '{line.text}'"
                )
            else:
                killed = killed or spec in _DEADLY
                has_failed = _signal(context, promise, line, spec) == FAILED
                if not has_failed:
                    outcome = REPAIRED
    return killed, worst_outcome(outcome, FAILED) if has_failed else outcome


def _signal(context: Context, promise: ExpandedPromise, line: Line, spec: str) -> str:
    number = signal_number(SIGNALS.get(spec, ""))
    try:
        context.machine.commands.signal(line.pid, number)
    except OSError as error:
        return context.finish_promise(
            FAILED,
            promise,
            "info",
            f"Couldn't send promised signal '{spec}' ({number}) to pid {line.pid} (might be "
            f"dead). (kill: {error.strerror})",
        )
    return context.finish_promise(
        REPAIRED,
        promise,
        "info",
        f"Signalled '{spec}' ({number}) to process {line.pid} ({line.text})",
    )


def _restart(context: Context, promise: ExpandedPromise, *, killed: bool, count: int) -> str:
    wanted = promise.text("restart_class")
    if wanted is None or not (killed or count == 0):
        return context.finish_promise(
            NOOP, promise, "verbose", f"No restart promised for {promise.promiser}"
        )
    if promise.only_warns:
        return context.finish_promise(
            WARNED,
            promise,
            "warning",
            f"Need to keep restart promise for '{promise.promiser}', but only a warning is "
            "promised",
        )
    outcome = REPAIRED if killed else NOOP
    context.finish_promise(outcome, promise, "verbose", f"C:     +  Global class: {wanted} ")
    context.set_class(wanted, "namespace", ("source=promise",))
    return outcome
