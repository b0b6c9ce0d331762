"""Run a bundle with arguments, for methods, services and the bundlesequence."""

from __future__ import annotations

from duckrow.cfengine.evaluation.bundles.expand_again import expand_again
from duckrow.cfengine.evaluation.bundles.passes import resolve_bundle, run_passes
from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.evaluation.variables.strings import whole_reference
from duckrow.cfengine.evaluation.variables.table import LISTS, Variable
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Bundle

# Policies nest about ten bundle calls; a generated one may nest more.
_DEEPEST = 1000
TAGS = ("source=promise",)
# The reference's letter for each kind of argument; a string is "s".
_LETTERS: dict[type, str] = {Call: "f", list: "l", tuple: "l", Data: "c"}


def run_bundle(
    context: Context,
    bundle: Bundle,
    arguments: tuple[object, ...] | list[object] = (),
    *,
    inherits: bool = False,
    clears_arrays: bool = True,
    result_to: str | None = None,
) -> str:
    """Run a bundle, called by the current promise; `result_to` names the array for its results."""
    _check_depth(context, bundle)
    caller = context.frame
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.evaluation.messages.verbose import begin_bundle

        begin_bundle(context, bundle, arguments)
    bound = bind_arguments(context, bundle, arguments)
    context.enter(bundle, inherits=inherits)
    try:
        put_parameters(context, bound)
        if clears_arrays and context.variables.remove_elements(bundle.namespace, bundle.name):
            context.epoch += 1
        if context.usual_level is not None:
            from duckrow.cfengine.evaluation.messages.report_level import run_at_usual_level

            result = run_at_usual_level(context, lambda: _resolve_and_run(context, bundle))
        else:
            result = _resolve_and_run(context, bundle)
    finally:
        context.leave()
    if result_to is not None and caller is not None:
        take_results(context, bundle, result_to)
    for name in bundle.params:
        context.variables.remove(bundle.namespace, bundle.name, name)
    return result


def _resolve_and_run(context: Context, bundle: Bundle) -> str:
    if context.recorder is not None:
        return context.recorder.run_bundle(context, bundle, _resolve_and_pass)
    return _resolve_and_pass(context, bundle)


def _resolve_and_pass(context: Context, bundle: Bundle) -> str:
    resolve_bundle(context, bundle)
    return run_passes(context, bundle)


def bind_arguments(
    context: Context, bundle: Bundle, arguments: tuple[Any, ...] | list[Any]
) -> dict[str, tuple[Any, str]]:
    """Return the values of a bundle's parameters, evaluated in the caller.

    A bundle that is called without arguments has no parameters, even if it declares some.
    """
    if not arguments:
        return {}
    if len(bundle.params) != len(arguments):
        context.log.error(f"While constructing scope '{bundle.name}'")
        raise Aborted("Augment scope, formal and expanded parameter mismatch is fatal")
    bound: dict[str, tuple[Any, str]] = {}
    for name, given in zip(bundle.params, arguments, strict=True):
        value: Any = given
        kind = "string"
        if context.log.level >= VERBOSE:
            letter = _LETTERS.get(type(given), "s")
            context.log.verbose(
                f"V:     +  Private parameter: '{name}' in scope '{bundle.name}' (type: {letter}) "
                f"in pass {context.pass_number}"
            )
        if isinstance(value, Call):
            value = context.call(value)
            if not isinstance(value, str):
                context.log.error("Only functions returning scalars can be used as arguments")
                continue
        if isinstance(value, str):
            inner = whole_reference(value)
            if inner is not None:
                found = _whole(context, inner)
                if found is not None and found.kind in LISTS:
                    value, kind = found.value, "slist"
                elif found is not None and found.kind == "data":
                    value, kind = found.value, "data"
                else:
                    context.log.error(
                        f"List or container parameter '{inner}' not found while constructing scope "
                        f"'{bundle.name}' - use @(scope.variable) in calling reference"
                    )
        elif isinstance(value, list):
            kind = "slist"
        elif isinstance(value, Data):
            value, kind = value.value, "data"
        bound[name] = (value, kind)
    return bound


def put_parameters(context: Context, bound: dict[str, tuple[Any, str]]) -> None:
    """Set the parameters of the entered bundle, and expand its variables with them."""
    for name, (value, kind) in bound.items():
        context.put(name, value, kind, TAGS)
    frame = context.frame
    assert frame is not None
    expand_again(context, frame.bundle)


def put_parameter(context: Context, bundle: Bundle, name: str, text: str) -> None:
    """Set one parameter of a bundle that is not entered, as `put_parameters` does with a string."""
    namespace, scope = bundle.namespace, bundle.name
    context.note_writer((namespace, scope, name), None)
    table = context.variables.table(namespace, scope)
    before = None if table is None else table.get(name)
    if before is not None and before.kind == "string" and before.value == text:
        before.tags, before.comment, before.promise = TAGS, None, None
        return
    context.variables.put(namespace, scope, name, Variable(text, "string", TAGS))


def _whole(context: Context, name: str) -> Variable | None:
    """Return a variable of its bundle, even while the current promise iterates over it."""
    outer, context.this = context.this, None
    try:
        return context.variable(name, context.namespace)
    finally:
        context.this = outer


def take_results(context: Context, bundle: Bundle, name: str) -> None:
    """Copy the results of a bundle (bundle_return_value_index) to an array of the caller."""
    for indices, variable in context.variables.elements(
        bundle.namespace, bundle.name, "last-result"
    ):
        written = name + "".join(f"[{each}]" for each in indices)
        context.put(written, variable.value, variable.kind, ("source=bundle",))


def _check_depth(context: Context, bundle: Bundle) -> None:
    frame = context.frame
    if frame is not None and frame.depth > _DEEPEST:
        raise Aborted(
            f"Bundle '{bundle.name}' is called {frame.depth} levels deep: does it call itself?"
        )
