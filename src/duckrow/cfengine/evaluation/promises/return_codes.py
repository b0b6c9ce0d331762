"""The outcome of a promise by the exit code of its program."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

_LISTS = ("kept_returncodes", "repaired_returncodes", "failed_returncodes")


def finish_by_exit_code(context: Context, promise: ExpandedPromise, code: int) -> str:
    """Report the outcome by the lists of codes in the classes body; without any, 0 is a repair."""
    if not any(promise.has(name) for name in _LISTS):
        return _finish_by_zero(context, promise, code)
    # Only commands promises can set inform to false.
    level = "info"
    if promise.type == "commands" and not promise.flag("inform", default=True):
        level = "verbose"
    outcome = NOOP
    text = f"Command related to promiser '{promise.promiser}' returned code '{code}' "
    is_listed = False
    for name, meaning, logged, words in (
        (_LISTS[0], NOOP, level, "kept"),
        (_LISTS[1], REPAIRED, level, "repaired"),
        (_LISTS[2], FAILED, "error", "failed"),
    ):
        if str(code) in promise.items(name):
            context.finish_promise(meaning, promise, logged, f"{text}defined as promise {words}")
            outcome = worst_outcome(outcome, meaning)
            is_listed = True
    if is_listed:
        return outcome
    text += "not defined as promise kept, not kept or repaired; setting to failed"
    return context.finish_promise(FAILED, promise, level, text)


def _finish_by_zero(context: Context, promise: ExpandedPromise, code: int) -> str:
    text = f"Finished command related to promiser '{promise.promiser}' -- "
    if code == 0:
        return context.finish_promise(REPAIRED, promise, "verbose", text + "succeeded")
    return context.finish_promise(
        FAILED, promise, "error", f"{text}an error occurred, returned {code}"
    )
