"""What need not be done again: a promise that nothing it depends on has changed for.

A bundle is gone through three times and more, and mostly nothing has changed in between. A promise
that calls no function comes to the same as long as classes are the same and the variables that it
mentions are. Then what was promised is still so: a variable has its value unless another promise
wrote it, and whatever else was promised would find its own lock.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.log import VERBOSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.promise_bodies import PromiseWithBodies
    from duckrow.cfengine.policy.model import Promise


def is_settled(context: Context, promise: Promise, plan: Any) -> bool:
    """Return whether evaluating a promise again would change nothing."""
    epoch, mentioned = plan.settled
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


def note(context: Context, promise: Promise, plan: Any, with_bodies: PromiseWithBodies) -> None:
    """Record the state in which a promise was evaluated; `this` is the outer one again."""
    if context.log.level >= VERBOSE or context.explainer is not None:
        return  # verbose and --explain report every evaluation
    outer = context.this
    context.this = None
    namespace = promise.bundle.namespace
    plan.settled = (
        context.epoch,
        [
            (reference.name, context.variable(reference.name, namespace))
            for reference in with_bodies.references
            if reference.name
        ],
    )
    context.this = outer
