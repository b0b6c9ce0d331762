"""methods: run a bundle, with arguments."""

from __future__ import annotations

from duckrow.cfengine.evaluation.bundles.run import run_bundle
from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.variables.strings import has_variable
from duckrow.cfengine.values.outcomes import (
    DENIED,
    FAILED,
    KEPT,
    NOOP,
    REPAIRED,
    SKIPPED,
    WARNED,
    Aborted,
)
from duckrow.cfengine.values.rvals import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Run the bundle of a promise."""
    called: Any = promise.attributes.get("usebundle", promise.promiser)
    return run_method(context, promise, called)


def run_method(context: Context, promise: ExpandedPromise, called: Any) -> str:
    """Run a bundle for a promise, given by its name or a call with arguments."""
    if isinstance(called, Call):
        name, arguments = context.expand(called.name), called.arguments
    elif isinstance(called, str):
        name, arguments = context.expand(called), ()
    else:
        return NOOP
    lock = acquire(context, promise, f"method-{promise.promiser}-{arguments!r}")
    if lock is None:
        return SKIPPED
    bundle = find_bundle(context, name, promise.bundle.namespace)
    if bundle is None:
        return _missing(context, promise, name)
    if promise.only_warns:
        result = context.finish_promise(
            WARNED,
            promise,
            "warning",
            f"Bundle '{name}' should be invoked, but only a warning was promised!",
        )
    else:
        result = run_bundle(
            context,
            bundle,
            arguments,
            inherits=promise.flag("inherit"),
            result_to=promise.text("useresult"),
        )
        result = _finish(context, promise, bundle, result)
    lock.release()
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.evaluation.messages.verbose import end_bundle

        end_bundle(context, bundle)
    return result


def find_bundle(context: Context, name: str, namespace: str) -> Bundle | None:
    """Return a bundle that can be run, or None."""
    for kind in ("agent", "common"):
        found = context.policy.bundle(kind, name, namespace)
        if found is not None:
            return found
    return None


def _finish(context: Context, promise: ExpandedPromise, bundle: Bundle, result: str) -> str:
    name = bundle.name
    if result in (SKIPPED, NOOP, KEPT):
        context.finish_promise(NOOP, promise, "verbose", f"Method '{name}' verified")
        return NOOP
    if result == WARNED:
        text = f"Method '{name}' invoked repairs, but only warnings promised"
        context.finish_promise(WARNED, promise, "warning", text)
    elif result == REPAIRED:
        context.finish_promise(REPAIRED, promise, "verbose", f"Method '{name}' invoked repairs")
    elif result in (FAILED, DENIED):
        context.finish_promise(FAILED, promise, "error", f"Method '{name}' failed in some repairs")
    else:
        context.finish_promise(FAILED, promise, "info", f"Method '{name}' aborted in some repairs")
    return result


def _missing(context: Context, promise: ExpandedPromise, name: str) -> str:
    if has_variable(name):
        context.log.error(
            "A variable seems to have been used for the name of the method. In this case, the "
            "promiser also needs to contain the unique name of the method"
        )
    context.finish_promise(
        FAILED,
        promise,
        "error",
        f"A method attempted to use a bundle '{name}' that was apparently not defined",
    )
    if not context.options.ignores_missing_bundles:
        raise Aborted(f"Aborting due to missing bundle '{name}'")
    return FAILED
