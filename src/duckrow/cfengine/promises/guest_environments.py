"""guest_environments: virtual machines, which duckrow does not manage."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.values.outcomes import FAILED, NOOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Report that it cannot be kept, after the checks of the reference."""
    resources = ("env_cpus", "env_memory", "env_disk")
    if promise.has("env_spec") and any(promise.has(name) for name in resources):
        context.log.error("Conflicting promise of both a spec and cpu/memory/disk resources")
        return NOOP
    host = promise.text("environment_host")
    if host is None:
        context.log.error("No environment_host defined for environment promise")
        log_location(context, promise)
        return NOOP
    lock = acquire(context, promise, "virtual")
    if lock is None:
        return NOOP
    try:
        if not context.is_defined(host):
            context.log.verbose(
                f"This is not the promised host for the environment '{promise.promiser}'"
            )
            return NOOP
        return context.finish_promise(
            FAILED,
            promise,
            "error",
            f"Virtual machines such as '{promise.promiser}' are not supported here",
        )
    finally:
        lock.release()
