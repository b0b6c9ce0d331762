"""Expand the bodies of a promise: once per pass, before iteration.

`perms => m("600")` becomes the attributes of body m, with its parameters replaced; @(lists) inside
lists are replaced by their elements. References to lists in strings stay: iteration needs them.

Most promises have no body. Their result is the same in every pass and is cached with the promise.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.fill_in import (
    fill_in,
    flatten,
    is_function,
    mentions_list,
)
from duckrow.cfengine.evaluation.variables.names import SPECIAL_THIS
from duckrow.cfengine.evaluation.variables.strings import compile_text, is_balanced, references
from duckrow.cfengine.syntax.nodes import ANY
from duckrow.cfengine.values.rvals import Call, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables.strings import Reference
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.cfengine.policy.model import Attribute, Body, Promise

# These functions expand their arguments themselves, element by element.
_OWN_VARIABLES = frozenset(("maplist", "mapdata", "maparray"))

# Promises with these attributes are evaluated again in every pass.
_UNSETTLED = frozenset((
    "unless", "with", "depends_on", "handle", "persistence", "dist", "select_class", "usebundle",
    "template_data",
))  # fmt: skip
# A bundle edits a file once for the same arguments.
_EDITS = frozenset(("edit_line", "edit_xml"))
# Tuples, since a union of classes is made anew for each question.
_LISTS = (tuple, list)
_WORDS = (Name, Call)


class PromiseWithBodies:
    """Attributes by name, and the references that iteration may use."""

    __slots__ = ("attributes", "broken", "promisee", "references")

    def __init__(self, attributes: dict[str, object], promisee: object, promiser: str) -> None:
        self.attributes = attributes
        self.promisee = promisee
        self.references: list[Reference] = []
        # Strings with an invalid reference.
        self.broken: list[str] = []
        seen: set[str] = set()
        for value in (promiser, promisee, *attributes.values()):
            # Most values mention nothing.
            if value is not None and (type(value) is not str or "$" in value):
                self._collect(value, seen)

    def _collect(self, value: object, seen: set[str]) -> None:
        if isinstance(value, str):
            if "$" in value:
                self._collect_references(value, seen)
        elif isinstance(value, _LISTS):
            for item in value:
                self._collect(item, seen)
        elif isinstance(value, Call):
            if "$" in value.name:
                self._collect_references(value.name, seen)
            if value.name not in _OWN_VARIABLES:
                for item in value.arguments:
                    if type(item) is not str or "$" in item:
                        self._collect(item, seen)

    def _collect_references(self, text: str, seen: set[str]) -> None:
        parts = compile_text(text)
        # A reference that is not closed is part of the plain text at the end.
        tail = text if parts is None else parts[-1]
        is_broken = isinstance(tail, str) and ("$(" in tail or "${" in tail)
        for reference in references(parts or ()):
            source = reference.source()
            if source not in seen:
                seen.add(source)
                self.references.append(reference)
                if reference.name is not None and not (source and is_balanced(source)):
                    is_broken = True
        if is_broken:
            self.broken.append(text)


class Plan:
    """Permanent facts about a promise: the attributes that name bodies, or the whole result."""

    __slots__ = (
        "base",
        "bodies_seen",
        "can_skip",
        "last_inputs",
        "last_version",
        "plain",
        "result",
        "steps",
    )

    def __init__(self) -> None:
        self.result: PromiseWithBodies | None = None
        # Whether the result stays the same while its variables and classes do (unchanged.py).
        self.can_skip = False
        # For a variable: its name without indices.
        self.base = ""
        # The epoch of the last evaluation, and the variables that it used.
        self.last_inputs: tuple[int, Sequence[tuple[str, Variable | None]]] | None = None
        # The version of the variables in which those were looked up last.
        self.last_version = -1
        # None until the general steps are needed.
        self.steps: list[tuple[Attribute, list[tuple[Any, Body]] | None]] | None = None
        # How to keep the promise without the general steps (plain.py), or None.
        self.plain: Any = None
        # The number of bodies when one was not found: with more bodies, look again.
        self.bodies_seen = -1


def put_bodies(context: Context, promise: Promise) -> PromiseWithBodies:
    """Expand the bodies of a promise."""
    plan = promise.plan
    if plan is None or plan.steps is None or 0 <= plan.bodies_seen < len(context.policy.bodies):
        plan = promise.plan = _plan(context, promise, None if plan is None else plan.plain)
    if plan.result is not None:
        found: PromiseWithBodies = plan.result
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
            if isinstance(value, Name) and _is_undeclared(context, promise, attribute.name, value):
                context.log.error(
                    f"Apparent bundle '{value}' was undeclared, but used in a promise near line "
                    f"{promise.line} of {promise.file} (possible unquoted literal value)"
                )
        else:
            from duckrow.cfengine.evaluation.promises.bodies import add_body

            add_body(context, promise, attribute, bodies, attributes)
    _add_default_bodies(context, promise, attributes)
    promisee = promise.promisee
    if isinstance(promisee, tuple):
        promisee = flatten(context, promisee)
    with_bodies = PromiseWithBodies(attributes, promisee, promise.promiser)
    if with_bodies.broken:
        _log_invalid(context, with_bodies)
    return with_bodies


def can_skip(promise: Promise, with_bodies: PromiseWithBodies) -> bool:
    """Return whether only classes and the mentioned variables determine the result of a promise."""
    attributes = with_bodies.attributes
    if promise.type == "defaults" or not _UNSETTLED.isdisjoint(attributes):
        return False
    for name, value in attributes.items():
        if type(value) is str:
            continue
        if name in _EDITS and isinstance(value, Call):
            value = value.arguments
        if _has_call(value):
            return False
    if promise.type in ("vars", "meta") and "$" in promise.promiser.partition("[")[0]:
        return False
    for reference in with_bodies.references:
        mentioned = reference.name
        if mentioned is None or mentioned.startswith("this.") or mentioned in SPECIAL_THIS:
            return False
    return True


def _has_call(value: object) -> bool:
    if isinstance(value, Call):
        return True
    if isinstance(value, _LISTS):
        for each in value:
            if type(each) is not str and _has_call(each):
                return True
    return False


def _plan(context: Context, promise: Promise, short: Any) -> Plan:
    plan = Plan()
    plan.plain = short
    steps = plan.steps = []
    is_plain = not isinstance(promise.promisee, tuple) and not defaults_for(context, promise)
    attributes: dict[str, Any] = {}
    for attribute in promise.attributes:
        name, value = attribute.name, attribute.value
        bodies = plain = None
        if type(value) is str and attribute.guard == ANY:
            steps.append((attribute, None))
            attributes[name] = value
            continue
        if isinstance(value, _WORDS):
            from duckrow.cfengine.evaluation.promises.bodies import find_bodies_once

            bodies, plain = find_bodies_once(context, promise, name, value)
            if bodies is None and _may_be_body(value):
                plan.bodies_seen = len(context.policy.bodies)
        steps.append((attribute, bodies))
        if attribute.guard != ANY or (type(value) is tuple and mentions_list(value)):
            is_plain = False
        elif bodies is None:
            attributes[name] = list(value) if isinstance(value, tuple) else value
            if isinstance(value, Name) and _is_undeclared(context, promise, name, value):
                is_plain = False
        elif plain is None:
            is_plain = False
        else:
            attributes[f"{name}_name"] = bodies[0][1].name
            attributes[name] = "true"
            attributes.update(plain)
    if is_plain:
        plan.result = PromiseWithBodies(attributes, promise.promisee, promise.promiser)
        if plan.result.broken:
            _log_invalid(context, plan.result)
        plan.base = promise.promiser.partition("[")[0]
        plan.can_skip = can_skip(promise, plan.result)
    return plan


def _log_invalid(context: Context, with_bodies: PromiseWithBodies) -> None:
    from duckrow.cfengine.evaluation.variables.broken_references import find_errors

    for text in with_bodies.broken:
        for error in find_errors(text):
            context.log.error(error)


def _is_undeclared(context: Context, promise: Promise, attribute: str, word: str) -> bool:
    """Return whether a bare word names no bundle; as a condition it is a class."""
    if attribute in ("if", "ifvarclass"):
        return False
    find, namespace = context.policy.bundle, promise.bundle.namespace
    return not any(find(kind, word, namespace) for kind in (attribute, "agent", "common"))


def _add_default_bodies(context: Context, promise: Promise, attributes: dict[str, object]) -> None:
    for kind, body in defaults_for(context, promise):
        if kind in attributes:
            continue
        context.log.verbose(f"Using the default body: {body.name:>60}")
        for item in body.attributes:
            if context.is_defined(item.guard):
                attributes[item.name] = fill_in(context, item.value)


def defaults_for(context: Context, promise: Promise) -> list[tuple[str, Body]]:
    """Return the default bodies of a promise type, named TYPE_KIND."""
    found = context.policy.default_bodies()
    if not found:
        return []
    start = f"{promise.type}_"
    return [(kind, body) for (kind, name), body in found.items() if name == start + kind]


def _may_be_body(value: object) -> bool:
    return isinstance(value, Name) or (isinstance(value, Call) and not is_function(value.name))
