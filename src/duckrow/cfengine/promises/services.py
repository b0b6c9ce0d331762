"""services: a bundle brings a service into the promised state.

The bundle is service_bundle of the service_method body, or service_NAME in the namespace of the
promise, or standard_services. The bundle, not the agent, knows how to start a service.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.variables.fill_in import fill_in_call
from duckrow.cfengine.promises.methods import run_method
from duckrow.cfengine.values.outcomes import NOOP, SKIPPED
from duckrow.cfengine.values.rvals import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Run the bundle of a service."""
    policy = promise.text("service_policy")
    if not policy:
        context.log.verbose("Attribute 'service_policy' was not set, defaulting to: 'start'")
        policy = "start"
    if promise.promiser in promise.items("service_dependencies"):
        context.log.error(f"Service promiser '{promise.promiser}' has itself as dependency")
        log_location(context, promise)
        return NOOP
    lock = acquire(context, promise, promise.promiser)
    if lock is None:
        return SKIPPED
    try:
        if promise.text("service_type") == "windows":
            context.log.info("Service type windows not supported on this platform.")
            return SKIPPED
        # Before the arguments are expanded: they may refer to it.
        context.put_special("this", "service_policy", policy)
        return run_method(context, promise, _called(context, promise, policy))
    finally:
        lock.release()


def _called(context: Context, promise: ExpandedPromise, policy: str) -> Any:
    given = promise.attributes.get("service_bundle")
    if isinstance(given, Call):
        return fill_in_call(context, given)
    if given is not None:
        return given
    own = f"service_{canonify(promise.promiser)}"
    namespace = promise.bundle.namespace
    if context.policy.bundle("agent", own, namespace) is not None:
        context.log.verbose(f"Found service special bundle {own} in ns {namespace}\n")
        name = own
    else:
        name = "default:standard_services"
    return Call(name, (promise.promiser, policy), promise.line)
