"""A promise with its bodies put in: before iteration, once per pass.

`perms => m("600")` becomes the attributes of body m, with its parameters filled in; @(lists) inside
lists are put in their place. References to lists in text stay: they are what iteration is over.

Most promises have nothing of the kind. For those the result is the same in every pass and is kept
with the promise.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.aborted import Aborted
from duckrow.cfengine.evaluation.names import SPECIAL_THIS
from duckrow.cfengine.evaluation.strings import compile_text, holes, is_expandable, naked
from duckrow.cfengine.evaluation.values import fill_in, is_function
from duckrow.cfengine.evaluation.variables import LISTS, Variable
from duckrow.cfengine.policy.model import ANY
from duckrow.cfengine.policy.policy import split_name
from duckrow.cfengine.values.rvals import Call, Data, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.strings import Hole
    from duckrow.cfengine.policy.model import Attribute, Body, Promise

# Their arguments are filled in by themselves, element by element.
_OWN_VARIABLES = frozenset(("maplist", "mapdata", "maparray"))


# What has these depends on more: on passes, on other promises, on time, on chance.
_UNSETTLED = frozenset((
    "unless", "with", "depends_on", "handle", "persistence", "dist", "select_class", "usebundle",
    "template_data",
))  # fmt: skip
# What a bundle does to a file is done once for the same arguments.
_EDITS = frozenset(("edit_line", "edit_xml"))


class Grounded:
    """Attributes by name, and the references that iteration may be over."""

    __slots__ = ("attributes", "holes", "promisee")

    def __init__(self, attributes: dict[str, Any], promisee: Any, promiser: str) -> None:
        self.attributes = attributes
        self.promisee = promisee
        self.holes: list[Hole] = []
        seen: set[str] = set()
        self._look(promiser, seen)
        if promisee is not None:
            self._look(promisee, seen)
        for value in attributes.values():
            self._look(value, seen)

    def _look(self, value: Any, seen: set[str]) -> None:
        if isinstance(value, str):
            parts = compile_text(value)
            if parts is not None:
                for hole in holes(parts):
                    source = hole.source()
                    if source not in seen:
                        seen.add(source)
                        self.holes.append(hole)
        elif isinstance(value, tuple | list):
            for item in value:
                self._look(item, seen)
        elif isinstance(value, Call):
            self._look(value.name, seen)
            if value.name not in _OWN_VARIABLES:
                for item in value.arguments:
                    self._look(item, seen)


class _Plan:
    """What is known of a promise for good: which attributes name bodies, or the whole result."""

    __slots__ = ("base", "bodies_seen", "can_settle", "result", "settled", "steps")

    def __init__(self) -> None:
        self.result: Grounded | None = None
        # Whether it comes to the same as long as nothing that it mentions changes (settled.py).
        self.can_settle = False
        # For a variable: its name without indices.
        self.base = ""
        # At which epoch it was last evaluated, and what it mentioned was then.
        self.settled: tuple[int, list[tuple[str, Variable | None]]] | None = None
        self.steps: list[tuple[Attribute, list[tuple[Any, Body]] | None]] = []
        # How many bodies there were when one was not found: with more, it is looked for again.
        self.bodies_seen = -1


def ground(context: Context, promise: Promise) -> Grounded:
    """Put the bodies of a promise in."""
    plan = promise.memory
    if plan is None or 0 <= plan.bodies_seen < len(context.policy.bodies):
        plan = promise.memory = _plan(context, promise)
    if plan.result is not None:
        found: Grounded = plan.result
        return found
    attributes: dict[str, Any] = {}
    for attribute, bodies in plan.steps:
        if attribute.guard != ANY and not context.is_defined(attribute.guard):
            continue
        if bodies is None:
            value = attribute.value
            if isinstance(value, tuple):
                value = flatten(context, value)
            attributes[attribute.name] = value
        else:
            _add_body(context, promise, attribute, bodies, attributes)
    _add_default_bodies(context, promise, attributes)
    promisee = promise.promisee
    if isinstance(promisee, tuple):
        promisee = flatten(context, promisee)
    return Grounded(attributes, promisee, promise.promiser)


def can_settle(promise: Promise, grounded: Grounded) -> bool:
    """Tell whether a promise is decided by the variables it mentions and by classes alone."""
    attributes = grounded.attributes
    if promise.type == "defaults" or not _UNSETTLED.isdisjoint(attributes):
        return False
    for name, value in attributes.items():
        if name in _EDITS and isinstance(value, Call):
            value = value.arguments
        if _has_call(value):
            return False
    if promise.type in ("vars", "meta") and "$" in promise.promiser.partition("[")[0]:
        return False
    return all(
        hole.name is not None
        and not hole.name.startswith("this.")
        and hole.name not in SPECIAL_THIS
        for hole in grounded.holes
    )


def _has_call(value: Any) -> bool:
    if isinstance(value, Call):
        return True
    return isinstance(value, list | tuple) and any(_has_call(each) for each in value)


def flatten(context: Context, items: Any) -> list[Any]:
    """Put @(lists) in the place where they stand in a list; what is not known yet stays."""
    out: list[Any] = []
    for item in items:
        if isinstance(item, str) and item[:1] == "@":
            name = naked(item)
            if name is not None and not is_expandable(name):
                found = context.variable(name)
                if found is not None and found.kind in LISTS:
                    out += found.value
                    continue
                if found is not None:
                    context.log.warning(f"'{item}' failed - variable is not list but {found.kind}")
        out.append(item)
    return out


def _plan(context: Context, promise: Promise) -> _Plan:
    plan = _Plan()
    is_plain = not isinstance(promise.promisee, tuple)
    for attribute in promise.attributes:
        bodies = find_bodies(context, promise, attribute)
        plan.steps.append((attribute, bodies))
        value = attribute.value
        if bodies is None and _may_be_body(value):
            plan.bodies_seen = len(context.policy.bodies)
        is_plain = (
            is_plain
            and attribute.guard == ANY
            and not _mentions_list(value)
            and (bodies is None or _plain_body(context, bodies) is not None)
        )
    if is_plain and not _defaults_for(context, promise):
        attributes: dict[str, Any] = {}
        for attribute, bodies in plan.steps:
            value = attribute.value
            if bodies is not None:
                attributes[f"{attribute.name}_name"] = bodies[0][1].name
                attributes[attribute.name] = "true"
                attributes.update(_plain_body(context, bodies) or {})
            else:
                attributes[attribute.name] = list(value) if isinstance(value, tuple) else value
        plan.result = Grounded(attributes, promise.promisee, promise.promiser)
        plan.base = promise.promiser.partition("[")[0]
        plan.can_settle = can_settle(promise, plan.result)
    return plan


def _plain_body(context: Context, bodies: list[tuple[Any, Body]]) -> dict[str, Any] | None:
    """Give the attributes of a body that is the same whenever it is looked at, else None."""
    called, body = bodies[0]
    if len(bodies) > 1 or body.params or (isinstance(called, Call) and called.arguments):
        return None
    known: dict[int, dict[str, Any] | None] = context.memory.setdefault("plain bodies", {})
    key = id(body)
    if key not in known:
        known[key] = None
        if body.kind in _known_bodies() and not any(
            each.guard != ANY or _mentions_list(each.value) for each in body.attributes
        ):
            known[key] = {
                each.name: list(each.value) if isinstance(each.value, tuple) else each.value
                for each in body.attributes
            }
    return known[key]


def _may_be_body(value: Any) -> bool:
    return isinstance(value, Name) or (isinstance(value, Call) and not is_function(value.name))


def _mentions_list(value: Any) -> bool:
    return isinstance(value, tuple) and any(
        isinstance(item, str) and item[:1] == "@" for item in value
    )


def find_bodies(
    context: Context, promise: Promise, attribute: Attribute
) -> list[tuple[Any, Body]] | None:
    """Find the body that an attribute names, after those that it inherits from, or None.

    Each comes with the call or name that leads to it.
    """
    value = attribute.value
    if isinstance(value, Call):
        # A body may have the name of a function.
        name = value.name
    elif isinstance(value, Name):
        name = value
    else:
        return None
    body = _find_body(context, name, attribute.name, promise.bundle.namespace)
    if body is None:
        return None
    chain: list[tuple[Any, Body]] = [(value, body)]
    while True:
        parent = body.attribute("inherit_from")
        if parent is None:
            break
        called = parent.value.name if isinstance(parent.value, Call) else parent.value
        found = _find_body(context, called, attribute.name, body.namespace)
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


def _check_arguments(call: Any, body: Body) -> None:
    given = len(call.arguments) if isinstance(call, Call) else 0
    if given != len(body.params):
        raise Aborted(
            f"Argument count mismatch for body (gave {given} arguments) vs. inherited body "
            f"'{body.namespace}:{body.name}' (requires {len(body.params)} arguments)"
        )


def _find_body(context: Context, name: str, kind: str, namespace: str) -> Body | None:
    where, bare = split_name(name, namespace)
    return context.policy.body(kind, bare, where)


def _add_body(
    context: Context,
    promise: Promise,
    attribute: Attribute,
    bodies: list[tuple[Any, Body]],
    attributes: dict[str, Any],
) -> None:
    """Put the attributes of a body, and of those it inherits from, among those of a promise."""
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


def _named_lists(body: Body, arguments: tuple[Any, ...]) -> dict[str, str]:
    """Give the parameters that stand for an @(list): it is put in as text, and may be an item."""
    pairs = zip(body.params, arguments, strict=False)
    return {name: text for name, text in pairs if isinstance(text, str) and naked(text) is not None}


def bind(
    context: Context, params: tuple[str, ...], arguments: tuple[Any, ...]
) -> dict[str, Variable]:
    """Give the parameters of a body their values. Text is not filled in: that comes later."""
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
            name_of_list = naked(value)
            if name_of_list is not None and not is_expandable(name_of_list):
                found = context.variable(name_of_list)
                if found is not None and found.kind in LISTS:
                    value, kind = found.value, found.kind
        bound[name] = Variable(value, kind)
    return bound


def _rewriter(call: Any, body: Body) -> dict[str, str] | None:
    """Give what the parameters of an inherited body stand for."""
    if not isinstance(call, Call):
        return None
    pairs = zip(body.params, call.arguments, strict=False)
    return {name: value for name, value in pairs if isinstance(value, str)}


def _rewritten(value: Any, map_: dict[str, str]) -> Any:
    """Put arguments in the place of parameters, as text."""
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


def _add_default_bodies(context: Context, promise: Promise, attributes: dict[str, Any]) -> None:
    for kind, body in _defaults_for(context, promise):
        if kind in attributes:
            continue
        context.log.verbose(f"Using the default body: {body.name:>60}")
        for item in body.attributes:
            if context.is_defined(item.guard):
                attributes[item.name] = fill_in(context, item.value)


def _defaults_for(context: Context, promise: Promise) -> list[tuple[str, Body]]:
    """Find the bodies that are used when a promise of a type names none: TYPE_KIND."""
    found = context.memory.get("default bodies")
    if found is None:
        found = context.memory["default bodies"] = {
            (body.kind, body.name): body
            for body in context.policy.bodies
            if body.namespace == "bodydefault"
        }
    if not found:
        return []
    start = f"{promise.type}_"
    return [(kind, body) for (kind, name), body in found.items() if name == start + kind]


def _known_bodies() -> frozenset[str]:
    from duckrow.cfengine.policy.tables import body_kinds

    return body_kinds()
