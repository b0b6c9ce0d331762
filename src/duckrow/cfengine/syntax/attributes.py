"""Attributes that a promise or a body has twice, and the attribute that a body's name implies.

In a promise the later attribute replaces the earlier one, except that two conditions must both be
true. In a body it does so only under the same class guard.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.nodes import ANY, Attribute, FunctionCall, Word, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cfengine.syntax.nodes import Value

_CONDITIONS = ("if", "ifvarclass")
# A body of this name calls the standard bundle unless it names another.
_SERVICES = "service_method"
_STANDARD_BUNDLE = Attribute(
    "service_bundle",
    FunctionCall("standard_services", ("$(this.promiser)", "$(this.service_policy)"), 0),
    ANY,
    0,
    0,
)


def of_promise(attributes: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """Return the attributes of a promise, each name once."""
    if len({each.name for each in attributes}) == len(attributes):
        return tuple(attributes)
    indices: dict[str, int] = {}
    kept: list[Attribute] = []
    for each in attributes:
        name = each.name
        if name not in indices:
            indices[name] = len(kept)
            kept.append(each)
        else:
            index = indices[name]
            if name in _CONDITIONS:
                each = each.with_value(both(kept[index].value, each.value))
            kept[index] = each
    return tuple(kept)


def both(first: Value, second: Value) -> Value:
    """Return the condition that is true if two conditions are true."""
    before = name_of(first)
    if isinstance(second, str):
        return f"({before}).({second})"
    if isinstance(second, Word):
        return Word(f"({before}).({second.text})")
    if isinstance(second, FunctionCall):
        return FunctionCall("and", (before, second), second.line)
    return second


def of_body(attributes: Sequence[Attribute], name: str) -> tuple[Attribute, ...]:
    """Return the attributes of a body, each name once under each guard."""
    if name == _SERVICES:
        attributes = (_STANDARD_BUNDLE, *attributes)
    if len({(each.name, each.guard) for each in attributes}) == len(attributes):
        return tuple(attributes)
    indices: dict[tuple[str, str], int] = {}
    kept: list[Attribute] = []
    for each in attributes:
        key = (each.name, each.guard)
        if key not in indices:
            indices[key] = len(kept)
            kept.append(each)
        else:
            kept[indices[key]] = each
    return tuple(kept)
