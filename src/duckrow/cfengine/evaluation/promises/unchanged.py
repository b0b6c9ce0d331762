"""Skip promises whose inputs have not changed since their last evaluation.

A bundle has three passes or more, and usually nothing changes between them. The result of a promise
without function calls depends only on classes and on the variables that it mentions. If both are
the same as before, a vars promise needs no evaluation unless another promise set its variable, and
any other promise would find its own lock.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.log import VERBOSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.promise_bodies import PromiseWithBodies
    from duckrow.cfengine.policy.model import Promise


def is_unchanged(context: Context, promise: Promise, plan: Any) -> bool:
    """Return whether evaluating a promise again would change nothing."""
    epoch, mentioned = plan.last_inputs
    if epoch != context.epoch:
        return False
    bundle = promise.bundle
    if promise.type == "vars" and (
        context.writers.get((bundle.namespace, bundle.name, plan.base)) is not promise
    ):
        return False
    if mentioned:
        outer = context.this
        context.this = None
        try:
            for name, seen in mentioned:
                found = context.variable(name, bundle.namespace)
                if found is not seen and (
                    found is None or seen is None or found.value is not seen.value
                ):
                    return False
        finally:
            context.this = outer
    return True


def record_inputs(
    context: Context, promise: Promise, plan: Any, with_bodies: PromiseWithBodies
) -> None:
    """Record the variables and classes of an evaluation; `this` is the outer one again."""
    if context.log.level >= VERBOSE:
        return  # the verbose log has every evaluation
    outer = context.this
    context.this = None
    namespace = promise.bundle.namespace
    plan.last_inputs = (
        context.epoch,
        [
            (reference.name, context.variable(reference.name, namespace))
            for reference in with_bodies.references
            if reference.name
        ],
    )
    context.this = outer
