"""Ruby's `==`, `<=>` and sort, without an interpreter.

Strings count with their case, 1 equals 1.0, and true is not 1. A class of values that Python does
not have itself defines `ruby_compare(other)`, which returns -1, 0, 1, or None if the two values
have no order.
"""

from __future__ import annotations

from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_NUMBERS = frozenset((int, float))


def is_equal(one: Any, other: Any) -> bool:
    """Return one == other."""
    kind, other_kind = type(one), type(other)
    if kind is str:
        return isinstance(other, str) and bool(one == other)
    if kind in _NUMBERS:
        if other_kind in _NUMBERS:
            return bool(one == other)
        one, other = other, one  # the other value decides about a number
        kind, other_kind = other_kind, kind
    if kind is list:
        return other_kind is list and len(one) == len(other) and all(map(is_equal, one, other))
    if kind is dict:
        return (
            other_kind is dict
            and one.keys() == other.keys()
            and all(is_equal(item, other[key]) for key, item in one.items())
        )
    if kind is bool or other_kind is bool:
        return one is other
    compare = getattr(one, "ruby_compare", None)
    if compare is not None and other_kind in _NUMBERS:
        return bool(compare(other) == 0)
    return bool(one == other)


def order(
    one: Any, other: Any, compare_objects: Callable[[Any, Any], int | None] | None = None
) -> int | None:
    """Return one <=> other: -1, 0 or 1, or None if the two values have no order.

    `compare_objects` decides about values other than numbers, strings and arrays.
    """
    kind, other_kind = type(one), type(other)
    if kind in _NUMBERS and other_kind in _NUMBERS:
        return int(one > other) - int(one < other)
    if isinstance(one, str) and isinstance(other, str):
        return int(one > other) - int(one < other)
    if kind is list and other_kind is list:
        for mine, theirs in zip(one, other, strict=False):
            found = order(mine, theirs, compare_objects)
            if found != 0:
                return found
        return (len(one) > len(other)) - (len(one) < len(other))
    return (compare_objects or _compare_values)(one, other)


def _compare_values(one: Any, other: Any) -> int | None:
    compare = getattr(one, "ruby_compare", None)
    if compare is not None:
        found: int | None = compare(other)
        return found
    return 0 if type(one) is type(other) and is_equal(one, other) else None


def no_order_message(one: object, other: object) -> str:
    """Return the message about two values that have no order."""
    is_shown = type(other) in (int, float, bool, type(None)) or class_name(other) == "Symbol"
    shown = inspect(other) if is_shown else class_name(other)
    return f"comparison of {class_name(one)} with {shown} failed"


def merge_sort(values: list[Any], compare: Callable[[Any, Any], int]) -> list[Any]:
    """Return the values in order; equal values keep their order.

    Merging halves compares the same pairs in the same order as the reference, so that blocks see
    the same arguments and an error names the same two values.
    """
    if len(values) < 2:
        return list(values)
    middle = len(values) // 2
    left, right = merge_sort(values[:middle], compare), merge_sort(values[middle:], compare)
    found: list[Any] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if compare(left[i], right[j]) <= 0:
            found.append(left[i])
            i += 1
        else:
            found.append(right[j])
            j += 1
    return found + left[i:] + right[j:]
