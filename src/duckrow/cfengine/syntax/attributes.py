"""Attributes that are written twice, and those that come with a name.

In a promise the later one takes the place of the earlier, except that two conditions both have to
hold. In a body it does so under the same class guard only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Attribute = tuple[Any, ...]

_CONDITIONS = ("if", "ifvarclass")
# A body of this name calls the standard bundle unless it says otherwise.
_SERVICES = "service_method"
_STANDARD_BUNDLE = (
    "service_bundle",
    ("call", "standard_services", ("$(this.promiser)", "$(this.service_policy)"), 0),
    "any",
    0,
    0,
)


def of_promise(attributes: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """Give the attributes of a promise, each name once."""
    if len({each[0] for each in attributes}) == len(attributes):
        return tuple(attributes)
    places: dict[str, int] = {}
    kept: list[Attribute] = []
    for each in attributes:
        name = each[0]
        if name not in places:
            places[name] = len(kept)
            kept.append(each)
        else:
            place = places[name]
            if name in _CONDITIONS:
                each = (name, both(kept[place][1], each[1]), *each[2:])
            kept[place] = each
    return tuple(kept)


def both(first: Any, second: Any) -> Any:
    """Give the condition that holds if two do."""
    before = first if isinstance(first, str) else first[1]
    if isinstance(second, str):
        return f"({before}).({second})"
    if second[0] == "name":
        return ("name", f"({before}).({second[1]})")
    if second[0] == "call":
        return ("call", "and", (before, second), second[3])
    return second


def of_body(attributes: Sequence[Attribute], name: str) -> tuple[Attribute, ...]:
    """Give the attributes of a body, each name once under each guard."""
    if name == _SERVICES:
        attributes = (_STANDARD_BUNDLE, *attributes)
    if len({(each[0], each[2]) for each in attributes}) == len(attributes):
        return tuple(attributes)
    places: dict[tuple[str, str], int] = {}
    kept: list[Attribute] = []
    for each in attributes:
        key = (each[0], each[2])
        if key not in places:
            places[key] = len(kept)
            kept.append(each)
        else:
            kept[places[key]] = each
    return tuple(kept)
