"""transformer: a program that transforms a file."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.functions.helpers.command_lines import first_word, is_executable
from duckrow.cfengine.promises.files.programs import output_lines, run_line
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task


def transform(task: Task, path: str) -> None:
    """Run the program on a file; its exit code decides the outcome."""
    promise, context = task.promise, task.context
    line = promise.text("transformer") or ""
    if not is_executable(context, first_word(line)):
        task.failed(f"Transformer '{line}' for file '{path}' failed")
        return
    if not task.may_change(f"transform file '{path}' with '{line}'"):
        return
    lock = acquire(context, promise, line)
    if lock is None:
        return
    log = context.log
    words = line
    if context.options.is_simulating:
        # The program gets a copy, which it may change.
        words = line.replace(path, context.machine.files.on_host(path))
        if words == line:
            task.failed(
                f"Failed to replace path '{path}' in transformer command '{line}' for changes "
                "chroot"
            )
            lock.release()
            return
    log.info(f"Transforming '{path}' with '{line}'")
    result = run_line(context, words)
    if result is None:
        task.failed(f"Transformer '{line}' for file '{path}' failed")
        lock.release()
        return
    for each in output_lines(result):
        log.info(each)
    # The exit code decides whether this is a repair.
    before = task.outcome
    task.changed(f"Transformed '{path}' with '{line}' ")
    task.outcome = before
    if _finish(task, result.status):
        log.info(f"Transformer '{path}' => '{line}' seemed to work ok")
    else:
        log.error(f"Transformer '{path}' => '{line}' returned error")
    lock.release()


def _finish(task: Task, status: int) -> bool:
    promise, finish = task.promise, task.context.finish_promise
    about = f"Command related to promiser '{promise.promiser}' returned code '{status}'"
    code = str(status)
    kept, repaired, failed = (
        promise.items(f"{name}_returncodes") for name in ("kept", "repaired", "failed")
    )
    if kept or repaired or failed:
        is_good, has_match = True, False
        if code in kept:
            finish(NOOP, promise, "info", f"{about} defined as promise kept")
            has_match = True
        if code in repaired:
            task.count_outcome(
                finish(REPAIRED, promise, "info", f"{about} defined as promise repaired")
            )
            has_match = True
        if code in failed:
            task.count_outcome(
                finish(FAILED, promise, "error", f"{about} defined as promise failed")
            )
            is_good, has_match = False, True
        if not has_match:
            tail = "not defined as promise kept, not kept or repaired; setting to failed"
            task.count_outcome(finish(FAILED, promise, "info", f"{about} {tail}"))
            is_good = False
        return is_good
    done = f"Finished command related to promiser '{promise.promiser}' --"
    if status == 0:
        task.count_outcome(finish(REPAIRED, promise, "verbose", f"{done} succeeded"))
        return True
    task.count_outcome(
        finish(FAILED, promise, "error", f"{done} an error occurred, returned {status}")
    )
    return False
