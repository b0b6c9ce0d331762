"""Values of attributes judged once more, when variables are filled in and functions are called.

What a file says is judged when it is read; a variable or a call hides its value until now. A value
that is of the wrong type or out of range ends the run before any promise is kept. Only promises
that have such an attribute are looked at: a library stays as cheap as it was.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.context import Aborted
from duckrow.cfengine.evaluation.expand import expand_promise
from duckrow.cfengine.values.outcomes import NOOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Bundle

_LISTS = frozenset(("slist", "ilist", "rlist", "clist", "olist"))
_JUDGED = frozenset(("int", "real", "option", "irange", "rrange"))
_PASSES = frozenset(("Cannot check unexpanded value",))
_CONDITIONS = frozenset(("if", "unless", "ifvarclass", "depends_on", "meta", "comment", "with"))


def recheck_bundle(context: Context, bundle: Bundle) -> None:
    """Judge the promises of a bundle whose values were not known when they were read.

    The frame of the bundle has been entered.
    """
    for type_, promises, *_ in bundle.raw_sections:
        lines = {
            raw[4]
            for raw in promises
            if any(_is_hidden(bundle.kind, type_, each) for each in raw[3])
        }
        section = bundle.section(type_) if lines else None
        if section is not None:
            for promise in section.promises:
                if promise.line in lines:
                    expand_promise(context, promise, _judge, notes=False)


def _is_hidden(kind: str, type_: str, attribute: Any) -> bool:
    """Tell whether an attribute as it is written may turn out to be wrong."""
    name, value = attribute[0], attribute[1]
    if isinstance(value, str):
        if "$" not in value or name in _CONDITIONS:
            return False
        found = _attribute(kind, type_, name)
        return found is not None and found[0] in _JUDGED
    if value[0] != "call" or name in _CONDITIONS:
        return False
    found = _attribute(kind, type_, name)
    if found is None or found[0] not in _LISTS:
        return False
    from duckrow.cfengine.policy.tables.functions import SIGNATURES

    signature = SIGNATURES.get(value[1])
    return signature is not None and signature.returns not in (*_LISTS, "data", "none")


def _attribute(kind: str, type_: str, name: str) -> Any:
    from duckrow.cfengine.policy.tables.lookup import valid_attribute

    return valid_attribute(kind, type_, name)


def _judge(context: Context, promise: Actual) -> str:
    from duckrow.cfengine.policy.check_value import check_value

    kind = promise.bundle.kind
    for name, value in promise.attributes.items():
        found = _attribute(kind, promise.type, name)
        if found is None or found[0] in ("body", "bundle", "data") or found[1] is None:
            continue
        if name in _CONDITIONS or not (found[0] in _JUDGED or found[0] in _LISTS):
            continue
        if not isinstance(value, str):
            continue
        wrong = check_value(value, found[0], found[1], name)
        if wrong is not None and wrong not in _PASSES:
            context.log.error(
                f"{promise.file}:0:0: In attribute '{name}', {wrong}."
                f" Given attribute value '{value}'"
            )
            raise Aborted("Cannot continue")
    return NOOP
