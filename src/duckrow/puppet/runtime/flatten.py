"""Flatten arrays, as the language does wherever it lists resources, tags, keys or strings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def flattened(value: object) -> list[Any]:
    """Return the elements of an array, or of a call's arguments, and of the arrays in it.

    Any other value is its only element. An array without arrays in it is returned itself.
    """
    if type(value) is tuple:
        value = list(value)
    elif type(value) is not list:
        return [value]
    if list not in map(type, value):
        return value
    found: list[Any] = []
    # A stack of open arrays, innermost last, so that deep nesting needs no recursion.
    waiting = [iter(value)]
    while waiting:
        for item in waiting[-1]:
            if type(item) is list:
                waiting.append(iter(item))
                break
            found.append(item)
        else:
            waiting.pop()
    return found
