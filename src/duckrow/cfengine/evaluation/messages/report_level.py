"""report_level of an action body: a promise may raise the log level while it is kept.

It never lowers the level. Promises of bundles that it calls have levels of their own.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.log import LEVELS, VERBOSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

_WORDS = {
    "verbose": LEVELS["verbose"],
    "inform": LEVELS["info"],
    # A level of errors includes warnings and notices.
    "error": LEVELS["notice"],
}


def keep_at_level(
    context: Context, promise: ExpandedPromise, act: Callable[[Context, ExpandedPromise], str]
) -> str:
    """Keep a promise at the log level that it asks for."""
    log = context.log
    usual = log.level
    wanted = _WORDS.get(promise.text("report_level") or "", usual)
    if wanted <= usual:
        return act(context, promise)
    if wanted >= VERBOSE and act is context.keep:
        from duckrow.cfengine.evaluation.messages.verbose import log_promises

        act = log_promises(act)
    log.level, context.usual_level = wanted, usual
    try:
        return act(context, promise)
    finally:
        log.level = usual
        context.usual_level = None


def run_at_usual_level(context: Context, run: Callable[[], str]) -> str:
    """Run a bundle that a promise calls at the log level of the run."""
    log = context.log
    usual = log.level if context.usual_level is None else context.usual_level
    context.usual_level = None
    raised, log.level = log.level, usual
    try:
        return run()
    finally:
        log.level = raised
