"""Skip promises whose inputs have not changed since their last evaluation.

A bundle has three passes or more, and usually nothing changes between them. The result of a promise
without function calls depends only on classes and on the variables that it mentions. If both are
the same as before, a vars promise needs no evaluation unless another promise set its variable, and
any other promise would find its own lock.

A run counts the changes of classes (`epoch`) and of variables (`version`). A promise whose numbers
are the current ones is unchanged without a look at its variables, and a section in which no promise
had to be looked at is skipped as a whole until one of the numbers changes.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.evaluation.variables.names import read_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.promise_bodies import PromiseWithBodies
    from duckrow.cfengine.policy.model import Promise

# Scopes whose variables change without a new version.
UNVERSIONED = frozenset(("this", "match", "edit", "body", "connection"))
# In the place of a version: that of some earlier time; none, because of such a scope.
OLD, UNKNOWN = -1, -2


def is_unchanged(context: Context, promise: Promise, plan: Any) -> bool:
    """Return whether evaluating a promise again would change nothing."""
    epoch, mentioned = plan.last_inputs
    if epoch != context.epoch:
        return False
    version = context.variables.version
    if plan.last_version == version:
        return True
    bundle = promise.bundle
    if promise.type == "vars" and (
        context.writers.get((bundle.namespace, bundle.name, plan.base)) is not promise
    ):
        return False
    context.evaluations += 1
    if mentioned:
        outer, context.this = context.this, None
        namespace = bundle.namespace
        for name, seen in mentioned:
            found = context.variable(name, namespace)
            if found is not seen and (
                found is None or seen is None or found.value is not seen.value
            ):
                context.this = outer
                return False
        context.this = outer
    if plan.last_version != UNKNOWN:
        plan.last_version = version
    return True


def record_inputs(
    context: Context, promise: Promise, plan: Any, with_bodies: PromiseWithBodies
) -> None:
    """Record the variables and classes of an evaluation; `this` is the outer one again."""
    if context.log.level >= VERBOSE:
        return  # the verbose log has every evaluation
    if not with_bodies.references:
        plan.last_inputs, plan.last_version = (context.epoch, ()), OLD
        return
    outer = context.this
    context.this = None
    namespace = promise.bundle.namespace
    seen = [
        (reference.name, context.variable(reference.name, namespace))
        for reference in with_bodies.references
        if reference.name
    ]
    plan.last_inputs = context.epoch, seen
    # The evaluation may have changed a variable that it had used before.
    is_versioned = all(read_name(name).scope not in UNVERSIONED for name, _ in seen)
    plan.last_version = OLD if is_versioned else UNKNOWN
    context.this = outer
