"""Values of attributes judged once more, when variables are filled in and functions are called.

What a file says is judged when it is read; a variable or a call hides its value until now. A value
that is of the wrong type or out of range ends the run before any promise is kept. Only promises
that have such an attribute are looked at: a library stays as cheap as it was.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.context import Aborted
from duckrow.cfengine.evaluation.expand import expand_promise
from duckrow.cfengine.policy.tables.lookup import attributes_of_body, valid_attribute
from duckrow.cfengine.values.outcomes import NOOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Bundle

_LISTS = frozenset(("slist", "ilist", "rlist", "clist", "olist"))
_JUDGED = frozenset(("int", "real", "option", "irange", "rrange"))
_CHECKED = _LISTS | _JUDGED
UNJUDGED = "Cannot check unexpanded value"
_CONDITIONS = frozenset(("if", "unless", "ifvarclass", "depends_on", "meta", "comment", "with"))


def recheck_bundle(context: Context, bundle: Bundle) -> None:
    """Judge the promises of a bundle whose values were not known when they were read.

    The frame of the bundle has been entered.
    """
    for type_, promises, *_ in bundle.raw_sections:
        lines = {
            raw[4]
            for raw in promises
            if any(_is_hidden(context, bundle, type_, each) for each in raw[3])
        }
        section = bundle.section(type_) if lines else None
        if section is not None:
            for promise in section.promises:
                if promise.line in lines:
                    expand_promise(context, promise, _judge, notes=False)


def _is_hidden(context: Context, bundle: Bundle, type_: str, attribute: Any) -> bool:
    """Tell whether an attribute as it is written may turn out to be wrong."""
    name, value = attribute[0], attribute[1]
    if name in _CONDITIONS:
        return False
    if isinstance(value, str) and "$" in value:
        found = valid_attribute(bundle.kind, type_, name)
        return found is not None and found[0] in _JUDGED
    if isinstance(value, str) or value[0] == "list":
        return False
    found = valid_attribute(bundle.kind, type_, name)
    if found is None:
        return False
    if found[0] == "body":
        return _has_hidden(context, name, value[1], bundle.namespace)
    return value[0] == "call" and found[0] in _LISTS and _gives_text(value[1])


def _gives_text(function: str) -> bool:
    from duckrow.cfengine.policy.tables.functions import SIGNATURES

    signature = SIGNATURES.get(function)
    return signature is not None and signature.returns not in (*_LISTS, "data", "none")


def _has_hidden(context: Context, kind: str, name: str, namespace: str) -> bool:
    """Tell whether a body has an attribute that may turn out to be wrong."""
    known: dict[Any, bool] = context.memory.setdefault("bodies with hidden values", {})
    key = (kind, name, namespace)
    if key not in known:
        body = context.policy.body(kind, name, namespace)
        table = attributes_of_body(kind)
        known[key] = (
            body is not None
            and table is not None
            and any(
                isinstance(value, str) and "$" in value and table.get(word, ("",))[0] in _JUDGED
                for word, value, *_ in body.raw_attributes
            )
        )
    return known[key]


def _judge(context: Context, promise: Actual) -> str:
    from duckrow.cfengine.policy.check_value import check_value

    kind = promise.bundle.kind
    bodies = [
        table
        for name in promise.attributes
        if (valid_attribute(kind, promise.type, name) or ("",))[0] == "body"
        and (table := attributes_of_body(name)) is not None
    ]
    for name, value in promise.attributes.items():
        if name in _CONDITIONS or not isinstance(value, str):
            continue
        found = valid_attribute(kind, promise.type, name) or next(
            (table[name] for table in bodies if name in table), None
        )
        if found is None or found[0] not in _CHECKED or found[1] is None:
            continue
        wrong = check_value(value, found[0], found[1], name)
        if wrong is not None and wrong != UNJUDGED:
            context.log.error(
                f"{promise.file}:0:0: In attribute '{name}', {wrong}."
                f" Given attribute value '{value}'"
            )
            raise Aborted("Cannot continue")
    return NOOP
