"""Find the bodies of a promise and expand their parameters.

`perms => m("600")` becomes the attributes of body m, after those of the body that it inherits from.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.fill_in import fill_in, flatten, mentions_list
from duckrow.cfengine.evaluation.variables.strings import is_expandable, whole_reference
from duckrow.cfengine.evaluation.variables.table import LISTS, Variable
from duckrow.cfengine.policy.policy import split_name
from duckrow.cfengine.syntax.nodes import ANY
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.cfengine.values.rvals import Call, Data, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Attribute, Body, Promise

    Found = tuple[list[tuple[Any, Body]] | None, dict[str, Any] | None]


class _PlainBodies(dict[int, "dict[str, Any] | None"]):
    """The attributes of bodies without parameters and variables, by id; None for other bodies."""


class _FoundBodies(dict["tuple[str, str, str, int]", "Found"]):
    """The bodies that bare words name: by attribute, word, namespace, and how many bodies exist."""


def find_bodies_once(context: Context, promise: Promise, kind: str, value: Name | Call) -> Found:
    """Return the bodies that an attribute names, and their attributes if these never change."""
    if isinstance(value, Call):
        return _with_plain(context, find_bodies(context, promise, kind, value))
    # A policy names the same few bodies in all of its promises.
    known = context.run_data.of(_FoundBodies)
    key = kind, value, promise.bundle.namespace, len(context.policy.bodies)
    found = known.get(key)
    if found is None:
        bodies = find_bodies(context, promise, kind, value)
        found = known[key] = _with_plain(context, bodies)
    return found


def _with_plain(context: Context, bodies: list[tuple[Any, Body]] | None) -> Found:
    return bodies, None if bodies is None else plain_body(context, bodies)


def find_bodies(
    context: Context, promise: Promise, kind: str, value: Name | Call
) -> list[tuple[Any, Body]] | None:
    """Return the body that an attribute names, after those that it inherits from, or None.

    Each has the call or name that refers to it. A body may have the name of a function.
    """
    name = value.name if isinstance(value, Call) else value
    body = _find_body(context, name, kind, promise.bundle.namespace)
    if body is None:
        return None
    chain: list[tuple[Any, Body]] = [(value, body)]
    while True:
        parent = body.attribute("inherit_from")
        if parent is None:
            break
        called = parent.value.name if isinstance(parent.value, Call) else parent.value
        found = _find_body(context, called, kind, body.namespace)
        if found is None:
            break
        if any(found is each for _, each in chain):
            context.log.error(
                "EvalContextAppendBodyParentsAndArgs: self body inheritance in "
                f"{body.name}->{found.name}, aborting"
            )
            raise Aborted
        _check_arguments(parent.value, found)
        chain.append((parent.value, found))
        body = found
    chain.reverse()
    return chain


def _check_arguments(call: object, body: Body) -> None:
    given = len(call.arguments) if isinstance(call, Call) else 0
    if given != len(body.params):
        raise Aborted(
            f"Argument count mismatch for body (gave {given} arguments) vs. inherited body "
            f"'{body.namespace}:{body.name}' (requires {len(body.params)} arguments)"
        )


def _find_body(context: Context, name: str, kind: str, namespace: str) -> Body | None:
    if ":" in name:
        namespace, name = split_name(name, namespace)
    return context.policy.body(kind, name, namespace)


def plain_body(context: Context, bodies: list[tuple[object, Body]]) -> dict[str, Any] | None:
    """Return the attributes of a body that never change, or None if they may change."""
    called, body = bodies[0]
    if len(bodies) > 1 or body.params or (isinstance(called, Call) and called.arguments):
        return None
    known = context.run_data.of(_PlainBodies)
    key = id(body)
    if key not in known:
        known[key] = None
        if body.kind in _known_bodies() and not any(
            each.guard != ANY or mentions_list(each.value) for each in body.attributes
        ):
            known[key] = {
                each.name: list(each.value) if isinstance(each.value, tuple) else each.value
                for each in body.attributes
            }
    return known[key]


def add_body(
    context: Context,
    promise: Promise,
    attribute: Attribute,
    bodies: list[tuple[Any, Body]],
    attributes: dict[str, Any],
) -> None:
    """Add the attributes of a body, and of those it inherits from, to those of a promise."""
    frame = context.frame
    assert frame is not None
    called, body = bodies[-1]
    arguments = called.arguments if isinstance(called, Call) else ()
    is_custom = body.kind not in _known_bodies()
    target = {} if is_custom else attributes
    if not is_custom:
        attributes[f"{attribute.name}_name"] = body.name
        attributes[attribute.name] = "true"
    if len(body.params) != len(arguments):
        context.log.error(
            f"Argument arity mismatch in body '{body.name}' at line {promise.line} in file "
            f"'{promise.file}', expected {len(body.params)}, got {len(arguments)}"
        )
    lists = _named_lists(body, arguments)
    before, before_this = frame.body, context.this
    context.this = None
    frame.body = bind(context, body.params, arguments)
    try:
        for call, each in bodies:
            rewrite = _rewriter(call, each) if each is not body else None
            for item in each.attributes:
                if item.name == "inherit_from" or not context.is_defined(item.guard):
                    continue
                value = item.value if rewrite is None else _rewritten(item.value, rewrite)
                if lists:
                    value = _rewritten(value, lists)
                if isinstance(value, tuple):
                    value = flatten(context, value)
                if body.params:
                    value = fill_in(context, value)
                target[item.name] = value
    finally:
        frame.body = before
        context.this = before_this
    if is_custom:
        attributes[attribute.name] = Data(dict(target))


def _named_lists(body: Body, arguments: tuple[object, ...]) -> dict[str, str]:
    """Return the parameters whose argument is an @(list); it is inserted as text."""
    pairs = zip(body.params, arguments, strict=False)
    return {
        name: text
        for name, text in pairs
        if isinstance(text, str) and whole_reference(text) is not None
    }


def bind(
    context: Context, params: tuple[str, ...], arguments: tuple[object, ...]
) -> dict[str, Variable]:
    """Return the values of a body's parameters, without expanding strings: that happens later."""
    bound: dict[str, Variable] = {}
    for name, argument in zip(params, arguments, strict=False):
        value, kind = argument, "string"
        if isinstance(argument, Call):
            value = context.call(argument)
            if isinstance(value, Call):
                continue
        if isinstance(value, list):
            kind = "slist"
        elif isinstance(value, Data):
            value, kind = value.value, "data"
        elif isinstance(value, str):
            name_of_list = whole_reference(value)
            if name_of_list is not None and not is_expandable(name_of_list):
                found = context.variable(name_of_list)
                if found is not None and found.kind in LISTS:
                    value, kind = found.value, found.kind
        bound[name] = Variable(value, kind)
    return bound


def _rewriter(call: object, body: Body) -> dict[str, str] | None:
    """Return the values of an inherited body's parameters."""
    if not isinstance(call, Call):
        return None
    pairs = zip(body.params, call.arguments, strict=False)
    return {name: value for name, value in pairs if isinstance(value, str)}


def _rewritten(value: object, map_: dict[str, str]) -> Any:
    """Replace parameters by arguments, as text."""
    if isinstance(value, str):
        for name, text in map_.items():
            for written in (f"$({name})", f"${{{name}}}", f"@({name})", f"@{{{name}}}"):
                value = value.replace(written, text)
        return value
    if isinstance(value, tuple):
        return tuple(_rewritten(item, map_) for item in value)
    if isinstance(value, Call):
        return Call(
            value.name, tuple(_rewritten(item, map_) for item in value.arguments), value.line
        )
    return value


def _known_bodies() -> frozenset[str]:
    from duckrow.cfengine.policy.tables import body_kinds

    return body_kinds()
