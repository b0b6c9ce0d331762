"""A run of the agent, step by step in the order of the manual.

Classes from the command line, discovery of hard classes, persistent classes, augments, loading and
checking the policy, resolving variables and classes, and then the bundles of the sequence.
"""

from __future__ import annotations

import gc
import sys

from duckrow.cfengine.agent.prepare import (
    log_input_error,
    make_context,
    prepare,
    split_names,
)
from duckrow.cfengine.agent.read import Reader
from duckrow.cfengine.agent.sequence import find_sequence, run_sequence, verify_sequence
from duckrow.cfengine.agent.summary import append_summary
from duckrow.cfengine.agent.work_directory import has_work_directory
from duckrow.cfengine.evaluation.classes.table import DEFAULT
from duckrow.cfengine.evaluation.control import control_flag
from duckrow.cfengine.evaluation.load import Loader
from duckrow.cfengine.evaluation.messages.log import VERBOSE, flush
from duckrow.cfengine.promises.table import keep
from duckrow.cfengine.values.outcomes import Aborted, AbortedOnHost
from duckrow.machine.paths import exists
from duckrow.machine.this_process import GC_THRESHOLDS
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.messages.recorder import Recorder
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.state.run import LazyBackups

# A collection looks at every new object, 5 ms for 100,000 of them, and a policy of 10,000 promises
# has 300,000 that stay until the end of the run; cycles that become garbage are few.
_GC_THRESHOLDS = (400_000, *GC_THRESHOLDS[1:])
# Exit codes.
BROKEN = 1
ABORTED = 6
# How a policy ended: a class of abortclasses ended it, an error ended it, it could not be loaded.
DONE, FAILED, ABORTED_BY_CLASS, STOPPED, INVALID = "done", "failed", "aborted", "stopped", "invalid"


def run(options: Options, log: Log, given: Mapping[str, list[str]]) -> int:
    """Run a policy under the run lock, as cf-agent does, and return the exit code."""
    if not has_work_directory(options.work_directory, log):
        return BROKEN
    if options.ignores_locks or options.is_simulating:
        return _run_agent(options, log, given)
    return under_run_lock(options, log, lambda: _run_agent(options, log, given))


def under_run_lock(options: Options, log: Log, run_: Callable[[], int]) -> int:
    """Call a function that runs a policy, and hold the run lock meanwhile."""
    # Tests and manual runs usually ignore locks and need not import them.
    from duckrow.state.lock import LockedError, RunLock, named

    lock = RunLock(lock_directory(options.work_directory))
    try:
        lock.take(is_shared=True)
    except LockedError as locked:
        log.error(
            f"A run of duckrow apply is in progress{named(locked.holders)}; skipping this run"
        )
        log.error("Wait until it ends, or ignore all locks with --no-lock (-K)")
        return BROKEN
    except OSError as error:
        log.error(f"Could not take the lock '{lock.path}': {error.strerror}")
    try:
        return run_()
    finally:
        lock.release()


def _run_agent(options: Options, log: Log, given: Mapping[str, list[str]]) -> int:
    """Run a policy; return 0 even if promises failed, as the reference does."""
    recorder = None
    if "explain" in given:
        from duckrow.cfengine.evaluation.messages.recorder import Recorder

        recorder = Recorder(explains=True)
    ended = run_policy(options, log, given, recorder, at_end=append_summary)
    if ended == INVALID:
        from duckrow.cfengine.agent.failsafe import find_failsafe

        failsafe = find_failsafe(options, log, given)
        if failsafe is not None:
            run(failsafe[0], log, failsafe[1])
    if ended == ABORTED_BY_CLASS:
        return ABORTED
    return BROKEN if ended in (INVALID, STOPPED) else 0


def run_policy(
    options: Options,
    log: Log,
    given: Mapping[str, list[str]],
    recorder: Recorder | None,
    backups: LazyBackups | None = None,
    at_end: Callable[[Context], object] | None = None,
) -> str:
    """Run a policy without the run lock; return how it ended. `at_end` is called at its end."""
    # A bundle call nests about ten Python calls.
    thresholds, depth = gc.get_threshold(), sys.getrecursionlimit()
    gc.set_threshold(*_GC_THRESHOLDS)
    sys.setrecursionlimit(max(depth, 20_000))
    try:
        return _run_policy(options, log, given, recorder, backups, at_end)
    finally:
        sys.setrecursionlimit(depth)
        # A process that is only cf-agent ends now: lower thresholds would start a collection.
        if at_end is None or thresholds < GC_THRESHOLDS:
            gc.set_threshold(*thresholds)


def _run_policy(
    options: Options,
    log: Log,
    given: Mapping[str, list[str]],
    recorder: Recorder | None,
    backups: LazyBackups | None,
    at_end: Callable[[Context], object] | None,
) -> str:
    context = make_context(options, log)
    context.recorder, context.backups = recorder, backups
    if at_end is not None:
        context.at_end.append(at_end)
    if recorder is not None:
        recorder.begin(context)
    is_of_agent = at_end is not None
    ended = STOPPED
    try:
        ended = _evaluate(context, given, is_of_agent=is_of_agent)
    finally:
        if recorder is not None and "explain" in given:
            _explain(recorder, given["explain"][-1])
        if recorder is not None:
            recorder.finish()
        if context.report is not None:
            context.report.end(
                context, is_applied=ended != INVALID, is_complete=ended in (DONE, FAILED)
            )
        end(context)
    return ended


def _evaluate(context: Context, given: Mapping[str, list[str]], *, is_of_agent: bool) -> str:
    """Load a policy and keep its promises; return how it ended. `is_of_agent`: for cf-agent."""
    options, log, recorder = context.options, context.log, context.recorder
    is_loaded = False
    try:
        prepare(context, given)
        if is_of_agent:
            _begin_report(context)
        load_policy(context)
        if "bundlesequence" not in given:
            verify_sequence(context)
        is_loaded = True
        if "file" not in given and options.entry_point == default_policy(options):
            from duckrow.cfengine.agent.tag import mark_validated

            mark_validated(context)
        elif is_of_agent and not options.is_fallback:
            from duckrow.cfengine.agent.validated import mark_checked

            mark_checked(context)
        _keep_promises(context, given)
    except Aborted as aborted:
        if aborted.message:
            log.error(f"Fatal CFEngine error: {aborted.message}")
        if recorder is not None:
            recorder.error = aborted.message or "a fatal error"
        return STOPPED if is_loaded or isinstance(aborted, AbortedOnHost) else INVALID
    except InputError as error:
        log_input_error(log, error)
        return STOPPED
    if context.is_aborted:
        return ABORTED_BY_CLASS
    return FAILED if context.counts["failed"] else DONE


def _begin_report(context: Context) -> None:
    """Begin the report of the run if the class that asks for it is defined."""
    # A soft class: asking for a hard one would look at the whole host.
    if (DEFAULT, "duckrow_reports") not in context.classes.soft or context.options.is_simulating:
        return
    from duckrow.cfengine.agent.stored_report import StoredReport

    context.report = StoredReport(context, lock_directory(context.options.work_directory))


def _explain(recorder: Recorder, form: str) -> None:
    from duckrow.cfengine.agent.explanation import explanation
    from duckrow.cfengine.agent.output import write_error

    flush()
    write_error(f"{explanation(recorder.all_steps(), form or 'text')}\n")


def lock_directory(work_directory: str) -> str:
    """Return the directory of the run lock; the default work directory shares Puppet's lock."""
    from duckrow.state.directory import state_directory, usual_work_directory

    if work_directory == usual_work_directory():
        return state_directory()
    return f"{work_directory}/state"


def default_policy(options: Options) -> str:
    """Return the policy that runs if none is named."""
    return f"{options.input_directory}/promises.cf"


def end(context: Context) -> None:
    """Close the database, remove simulated files, and flush the output."""
    if context.state is not None:
        context.state.close()
    if context.options.is_simulating:
        from duckrow.cfengine.agent.simulate import clear

        clear(context)
    context.machine.settle()
    flush()


def _keep_promises(context: Context, given: Mapping[str, list[str]]) -> None:
    if "agent" in context.control:
        from duckrow.cfengine.agent.control import apply_agent_control

        apply_agent_control(context)
    if context.options.is_simulating:
        from duckrow.cfengine.agent.simulate import recording

        context.keep = recording(keep)
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.evaluation.messages.verbose import log_promises

        context.keep = log_promises(context.keep or keep)
    if not context.is_aborted:
        wanted = given.get("bundlesequence")
        sequence = find_sequence(context, None if wanted is None else split_names(wanted))
        if context.recorder is not None:
            context.recorder.sequence = [bundle for bundle, _ in sequence]
        if context.log.level >= VERBOSE:
            from duckrow.cfengine.agent.verbose import log_sequence

            log_sequence(context, [bundle.qualified_name for bundle, _ in sequence])
        run_sequence(context, sequence)
    _finish(context)


def load_policy(context: Context) -> None:
    """Load and check the policy, and resolve its variables and classes."""
    from duckrow.cfengine.policy.check import check_policy

    if not exists(context.options.entry_point):
        context.log.error(
            f"There is no readable input file at '{context.options.entry_point}'."
            " (stat: No such file or directory)"
        )
        raise Aborted
    loader = Loader(context, Reader(context).read)
    loader.load(context.options.entry_point)
    needs_comments = control_flag(context, "common", "require_comments")
    problems = check_policy(context.policy, needs_comments=needs_comments)
    if problems:
        from duckrow.cfengine.agent.output import write_diagnostic

        for problem in problems:
            write_diagnostic(context.log, problem)
        raise Aborted
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.agent.verbose import log_classes

        log_classes(context)
    loader.resolve()


def _finish(context: Context) -> None:
    from duckrow.cfengine.agent.finish import finish

    finish(context)
