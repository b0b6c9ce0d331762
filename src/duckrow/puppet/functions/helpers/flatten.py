"""The elements of nested arrays."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def flattened(values: Iterable[Any]) -> list[object]:
    """Return all elements of nested arrays in one list."""
    found: list[Any] = []
    # A stack of open arrays, innermost last, so that deep nesting needs no recursion.
    waiting = [iter(values)]
    while waiting:
        for value in waiting[-1]:
            if value.__class__ is list:
                waiting.append(iter(value))
                break
            found.append(value)
        else:
            waiting.pop()
    return found
