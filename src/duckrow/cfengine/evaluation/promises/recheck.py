"""Check attribute values again after variables are expanded and functions are called.

The parser checks literal values; the value of a variable or a call is known only now. A value of
the wrong type or out of range ends the run before any promise is kept.

Most values are valid, so each is first expanded and checked on its own, once however often it
occurs. Only a promise with an invalid value, or with a value that depends on its round (a list, a
call, `this`), is expanded with all its conditions and rounds.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.format_value import format_value
from duckrow.cfengine.evaluation.promises.expand import expand_promise
from duckrow.cfengine.evaluation.promises.iterate import find_iterated
from duckrow.cfengine.evaluation.variables.strings import (
    compile_text,
    is_expandable,
    references,
    whole_reference,
)
from duckrow.cfengine.evaluation.variables.table import LISTS
from duckrow.cfengine.policy.rules import rule_in_promise, takes_any_text
from duckrow.cfengine.policy.tables.lookup import valid_attribute
from duckrow.cfengine.syntax.nodes import ANY, FunctionCall, List, Word, name_of
from duckrow.cfengine.values.outcomes import NOOP, AbortedOnHost
from duckrow.cfengine.values.rvals import Data
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Body, Bundle
    from duckrow.cfengine.policy.rules import Rule
    from duckrow.cfengine.syntax import nodes

_LISTS = frozenset(("slist", "ilist", "rlist", "clist", "olist"))
_ANY_TEXT = ("", ".*")
_ANY = ("string", "")
_PARAMETER = LazyPattern(r"(?a)[$@][({](\w+)[)}]")


class _CheckedValues(dict["Any", "Any"]):
    """Invalid values, and the unknown values in bodies, cached for a run."""


def recheck_bundle(context: Context, bundle: Bundle) -> None:
    """Check the promises of a bundle whose values were unknown when it was parsed.

    The frame of the bundle has been entered.
    """
    for written in bundle.node.sections:
        uncertain = _UncertainAttributes(context, bundle, written.type)
        lines = {
            promise.line
            for promise in written.promises
            if any(map(_may_change, promise.attributes))
            and (promise.guard == ANY or context.is_defined(promise.guard))
            and any(map(uncertain.include, promise.attributes))
        }
        section = bundle.section(written.type) if lines else None
        for promise in section.promises if section is not None else ():
            if promise.line in lines:
                # Check it even if it is unchanged, and do not record this as its evaluation.
                if promise.plan is not None:
                    promise.plan.last_inputs = None
                expand_promise(context, promise, _check, notes=False)
                if promise.plan is not None:
                    promise.plan.last_inputs = None


def _may_change(attribute: nodes.Attribute) -> bool:
    """Return whether a value is more than a literal string, which the parser checked."""
    value = attribute.value
    return not isinstance(value, str) or "$" in value or "@" in value


class _UncertainAttributes:
    """Finds attributes that may be invalid."""

    __slots__ = ("_bodies", "_bundle", "_context", "_known", "_type")

    def __init__(self, context: Context, bundle: Bundle, type_: str) -> None:
        self._context = context
        self._bundle = bundle
        self._type = type_
        # By call; no variable is set while this runs.
        self._bodies: dict[Any, bool] = {}
        # For all bundles.
        self._known = context.run_data.of(_CheckedValues)

    def include(self, attribute: nodes.Attribute) -> bool:
        """Return whether the whole promise must be expanded to check an attribute."""
        name, value = attribute.name, attribute.value
        if isinstance(value, str):
            if "$" not in value and "@" not in value:
                return False
            rule = rule_in_promise(self._type, name)
            if rule is None:
                return self._is_list(value) and takes_any_text(self._type, name)
            return self._is_uncertain(rule, name, value)
        rule = rule_in_promise(self._type, name)
        if rule is None:
            return (
                not isinstance(value, List)
                and self._has_body(name)
                and self._is_uncertain_body(name, value)
            )
        return _may_be_invalid(rule, value)

    def _is_uncertain(self, rule: Rule, name: str, text: str) -> bool:
        """Return whether a string is invalid after expansion, or depends on the round."""
        context, namespace = self._context, self._bundle.namespace
        if self._is_list(text):
            return True
        parts = compile_text(text)
        if parts is not None:
            mentioned = list(references(parts))
            if any(
                reference.name is None or reference.name.startswith("this.")
                for reference in mentioned
            ):
                return True
            if find_iterated(context, mentioned, namespace):
                return True
            text = context.expand(text, namespace)
        return self._is_invalid(rule, name, text)

    def _is_list(self, text: str) -> bool:
        """Return whether a string is one @(reference) to a list."""
        name = whole_reference(text)
        if name is None or is_expandable(name):
            return False
        found = self._context.variable(name)
        return found is not None and found.kind in LISTS

    def _is_invalid(self, rule: Rule, name: str, text: str) -> bool:
        key = (rule, name, text)
        if key not in self._known:
            from duckrow.cfengine.policy.check_value import check_value

            self._known[key] = check_value(text, *rule, name) is not None
        return bool(self._known[key])

    def _has_body(self, name: str) -> bool:
        found = valid_attribute(self._bundle.kind, self._type, name)
        return found is not None and found[0] == "body"

    def _is_uncertain_body(self, kind: str, value: Word | FunctionCall) -> bool:
        """Return whether the attributes of a body must be checked together with the promise."""
        name = name_of(value)
        arguments = value.arguments if isinstance(value, FunctionCall) else ()
        key = (kind, name, arguments)
        if key not in self._bodies:
            body = self._context.policy.body(kind, name, self._bundle.namespace)
            self._bodies[key] = body is not None and self._is_uncertain_with(body, arguments)
        return self._bodies[key]

    def _is_uncertain_with(self, body: Body, arguments: tuple[str | FunctionCall, ...]) -> bool:
        given = dict(zip(body.params, arguments, strict=False))
        return any(
            text is None
            or (filled := _replace_parameters(text, given)) is None
            or self._is_uncertain(rule, attribute, filled)
            for attribute, rule, text in self._hidden(body)
        )

    def _hidden(self, body: Body) -> list[tuple[str, Rule, str | None]]:
        """Return the attributes of a body with unknown values, and their strings if any."""
        key = (self._type, id(body))
        if key not in self._known:
            found: list[tuple[str, Rule, str | None]] = []
            for attribute in body.node.attributes:
                name, value = attribute.name, attribute.value
                rule = rule_in_promise(self._type, name)
                if name == "inherit_from":
                    found.append((name, _ANY, None))
                elif rule is None:
                    if (
                        isinstance(value, str)
                        and whole_reference(value)
                        and takes_any_text(self._type, name)
                    ):
                        found.append((name, _ANY, value))
                elif isinstance(value, str):
                    if "$" in value or "@" in value:
                        found.append((name, rule, value))
                elif _may_be_invalid(rule, value):
                    found.append((name, rule, None))
            self._known[key] = found
        known: list[tuple[str, Rule, str | None]] = self._known[key]
        return known


def _may_be_invalid(rule: Rule, value: Word | List | FunctionCall) -> bool:
    """Return whether a list or the result of a call may be invalid for a rule."""
    type_, range_ = rule
    if isinstance(value, List):
        return range_ not in _ANY_TEXT and any(
            not isinstance(item, str) or "$" in item or "@" in item for item in value.items
        )
    if not isinstance(value, FunctionCall):
        return False
    from duckrow.cfengine.policy.tables.functions import SIGNATURES

    signature = SIGNATURES.get(value.name)
    if signature is None or signature.returns in ("data", "none"):
        return False
    if type_ in _LISTS and signature.returns not in _LISTS:
        return True
    return range_ not in _ANY_TEXT and (type_, signature.returns) != ("context", "context")


def _replace_parameters(text: str, given: Mapping[str, object]) -> str | None:
    """Replace parameters by arguments; return None if they are not all strings."""
    is_text = True

    def argument(found: re.Match[str]) -> str:
        nonlocal is_text
        value = given.get(found[1], found[0])
        is_text = is_text and isinstance(value, str)
        return str(value)

    filled = _PARAMETER.sub(argument, text)
    return filled if is_text else None


def _check(context: Context, promise: ExpandedPromise) -> str:
    from duckrow.cfengine.policy.check_value import check_value

    for name, value in promise.attributes.items():
        if isinstance(value, Data):
            continue
        rule = rule_in_promise(promise.type, name)
        if rule is None:
            if not (isinstance(value, list) and takes_any_text(promise.type, name)):
                continue
            rule = _ANY
        error = check_value(value, *rule, name, context.log.write)
        if error is not None:
            context.log.error(
                f"{promise.file}:0:0: In attribute '{name}', {error}."
                f" Given attribute value '{format_value(value)}'"
            )
            raise AbortedOnHost("Cannot continue")
    return NOOP
