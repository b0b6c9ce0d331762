"""Expand a promise and keep it: class guard, bodies, iteration, conditions.

In each round of iteration all references are expanded, functions are called, and `act` receives the
expanded promise. A round that a condition (if, unless, depends_on) excludes is skipped.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
from duckrow.cfengine.evaluation.promises.iterate import find_iterated, rounds
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.evaluation.promises.promise_bodies import put_bodies
from duckrow.cfengine.evaluation.promises.unchanged import is_unchanged, record_inputs
from duckrow.cfengine.evaluation.variables.fill_in import evaluate, fill_in_call
from duckrow.cfengine.evaluation.variables.strings import has_variable
from duckrow.cfengine.evaluation.variables.table import Variable
from duckrow.cfengine.syntax.nodes import ANY
from duckrow.cfengine.values.outcomes import KEPT, NOOP, REPAIRED, SKIPPED
from duckrow.cfengine.values.rvals import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.promise_bodies import PromiseWithBodies
    from duckrow.cfengine.policy.model import Promise

    Act = Callable[[Context, ExpandedPromise], str]

LAST_PASS = 3
# The reason why a class is not defined again.
DEFINED = "the class is defined already"
_CONDITIONS = ("ifvarclass", "if", "unless", "depends_on")
# The value is a bundle with arguments, even if a function has that name.
_BUNDLES = frozenset(("usebundle", "edit_line", "edit_xml", "home_bundle", "service_bundle"))


def expand_promise(context: Context, promise: Promise, act: Act, *, notes: bool = True) -> str:
    """Keep a promise in all its rounds and return the worst outcome.

    With `notes`, the handles of kept promises are recorded for depends_on; not while variables are
    only resolved.
    """
    plan = promise.plan
    if plan is not None and plan.last_inputs is not None and is_unchanged(context, promise, plan):
        return SKIPPED
    if promise.guard != ANY and not context.is_defined(promise.guard):
        return SKIPPED
    context.evaluations += 1
    return expand_evaluated(context, promise, act, notes=notes)


def expand_evaluated(context: Context, promise: Promise, act: Act, *, notes: bool) -> str:
    """Keep a promise whose class guard is true and whose inputs may have changed."""
    with_bodies = put_bodies(context, promise)
    plan = promise.plan
    epoch, line_count = context.epoch, context.log.line_count
    frame = context.frame
    assert frame is not None
    before = context.this, context.match, frame.promise, frame.origin
    this: dict[Any, Variable] = {}
    context.this = this
    frame.origin = promise
    context.match = {}
    result = SKIPPED
    try:
        attributes = with_bodies.attributes
        if "with" in attributes:
            _set_with(context, this, attributes["with"])
        handle = attributes.get("handle")
        if isinstance(handle, str):
            this["handle"] = Variable(canonify(context.expand(handle)))
        lists: list[Any] = []
        if with_bodies.references:
            lists = find_iterated(context, with_bodies.references, promise.bundle.namespace)
        if not lists:
            return _one(context, promise, with_bodies, act, notes=notes)
        is_done = False
        for frame.round in rounds(context, lists, promise.bundle.namespace):
            if "with" in attributes:
                _set_with(context, this, attributes["with"])
            is_done = True
            result = worst_outcome(result, _one(context, promise, with_bodies, act, notes=notes))
        if not is_done and any(
            isinstance(value, Call) and value.name == "ifelse" for value in attributes.values()
        ):
            # ifelse has a result even if its condition has an unknown variable.
            result = worst_outcome(result, _one(context, promise, with_bodies, act, notes=notes))
    finally:
        context.this, context.match, frame.promise, frame.origin = before
        frame.round = 1
        if plan.can_skip and context.epoch == epoch and context.log.line_count == line_count:
            record_inputs(context, promise, plan, with_bodies)
    return result


def _one(
    context: Context, promise: Promise, with_bodies: PromiseWithBodies, act: Act, *, notes: bool
) -> str:
    expanded = expand_round(context, promise, with_bodies)
    if expanded is None:
        return SKIPPED
    frame = context.frame
    assert frame is not None
    frame.promise = expanded
    if "report_level" in expanded.attributes:
        from duckrow.cfengine.evaluation.messages.report_level import keep_at_level

        outcome = keep_at_level(context, expanded, act)
    else:
        outcome = act(context, expanded)
    if notes and outcome in (KEPT, NOOP, REPAIRED):
        handle = expanded.attributes.get("handle")
        if isinstance(handle, str):
            context.kept_handles.add(handle)
    return outcome


def expand_round(
    context: Context, promise: Promise, with_bodies: PromiseWithBodies
) -> ExpandedPromise | None:
    """Expand a promise for one round; return None if a condition excludes it."""
    this = context.this
    assert this is not None
    promiser = promise.promiser
    if "$" in promiser:
        promiser = context.expand(promiser, promise.bundle.namespace)
    expanded = ExpandedPromise(promise, promiser, {})
    frame = context.frame
    assert frame is not None
    frame.promise = expanded
    if promise.type != "storage":
        this["promiser"] = Variable(promiser)
    given = with_bodies.attributes
    if promise.type == "classes" and context.is_class(canonify(promiser)):
        context.explain(DEFINED, "defined")
        return None
    attributes = expanded.attributes
    if with_bodies.promisee is not None:
        expanded.promisee = evaluate(context, with_bodies.promisee)
    for name in _CONDITIONS:
        if name in given and not _holds(context, promise, name, given[name], attributes):
            return None
    if promise.type == "files":
        # It has a value for each file that is found, so it stays unexpanded until then.
        this.pop("promiser", None)
    if "ifelapsed" in given:
        # It comes first: with 0 the functions of other attributes are called each time.
        attributes["ifelapsed"] = evaluate(context, given["ifelapsed"])
    for name, value in given.items():
        if name in _CONDITIONS:
            continue
        if type(value) is str:
            attributes[name] = evaluate(context, value) if "$" in value or "@" in value else value
        elif isinstance(value, Call) and name in _BUNDLES:
            attributes[name] = fill_in_call(context, value)
        else:
            attributes[name] = evaluate(context, value)
    comment = attributes.get("comment")
    if isinstance(comment, str):
        expanded.comment = comment
    elif isinstance(comment, list):
        context.log.error(f"Comments can only be scalar objects, not 'list' in '{promiser}'")
    return expanded


def _holds(
    context: Context, promise: Promise, name: str, value: object, attributes: dict[str, object]
) -> bool:
    """Return whether a condition allows the promise."""
    found = evaluate(context, value)
    attributes[name] = found
    if name == "depends_on":
        return _has_all(context, promise, found)
    verdict: bool | None = None
    if isinstance(found, str) and not ("$" in found or "@" in found):
        verdict = context.evaluate_class_expression(found)
    if name != "unless":
        allowed = verdict is True
    elif verdict is None and context.pass_number == LAST_PASS:
        # `if` skips a promise with an invalid expression, so `unless` does not.
        allowed = True
    else:
        allowed = verdict is False
    if not allowed:
        _log_exclusion(context, promise, name, value, found, verdict)
    return allowed


def _log_exclusion(
    context: Context,
    promise: Promise,
    name: str,
    value: object,
    found: object,
    verdict: bool | None,
) -> None:
    if context.recorder is None and not context.log.wants("verbose"):
        return
    from duckrow.cfengine.evaluation.messages.format_value import format_value

    verb = "is false"
    if name == "unless":
        verb = "is true" if verdict else "cannot be evaluated yet"
    about = found if isinstance(found, str) else ""
    context.explain(f"{name} => {format_value(value)} {verb}", name, about)
    context.log.verbose(
        f"Skipping promise '{promise.promiser}' because constraint "
        f"'{name} => {format_value(value)}' is not met"
    )


def _has_all(context: Context, promise: Promise, handles: object) -> bool:
    for handle in handles if isinstance(handles, list) else [handles]:
        if not isinstance(handle, str):
            return False
        if handle not in context.kept_handles:
            context.explain(f"it depends on {handle}, which is not kept yet", "depends_on", handle)
            context.log.verbose(
                f"Skipping promise '{promise.promiser}', as promise dependency '{handle}' has not "
                "yet been kept"
            )
            return False
    return True


def _set_with(context: Context, this: dict[object, Variable], value: object) -> None:
    found = evaluate(context, value)
    if isinstance(found, str) and (context.pass_number == LAST_PASS or not has_variable(found)):
        this["with"] = Variable(found)
