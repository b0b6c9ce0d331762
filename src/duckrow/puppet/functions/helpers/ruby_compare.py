"""Values beside each other as the reference's platform has it, not the language.

Strings count with their letters as they are, 1 and 1.0 are equal, and kinds that have no order
among them are an error.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_NUMBERS = frozenset((int, float))


def is_equal(one: Any, other: Any) -> bool:
    """Return whether two values are equal to the platform."""
    kind = one.__class__
    if kind in _NUMBERS:
        return other.__class__ in _NUMBERS and bool(one == other)
    if kind is not other.__class__:
        return False
    if kind is list:
        return len(one) == len(other) and all(map(is_equal, one, other))
    if kind is dict:
        return one.keys() == other.keys() and all(is_equal(one[key], other[key]) for key in one)
    return bool(one == other)


def order(one: Any, other: Any) -> int | None:
    """Return -1, 0 or 1, or None for values that have no order among them."""
    kind, other_kind = one.__class__, other.__class__
    if (kind in _NUMBERS and other_kind in _NUMBERS) or (kind is other_kind is str):
        return int(one > other) - int(one < other)
    if kind is list and other_kind is list:
        for mine, theirs in zip(one, other, strict=False):
            found = order(mine, theirs)
            if found != 0:
                return found
        return (len(one) > len(other)) - (len(one) < len(other))
    if kind in _NUMBERS or other_kind in _NUMBERS or one is None or isinstance(one, bool):
        return 0 if one is other else _order_of_times(one, other)
    if is_equal(one, other):
        return 0
    return _order_of_times(one, other)


def _order_of_times(one: Any, other: Any) -> int | None:
    from duckrow.puppet.values.semver import SemVer
    from duckrow.puppet.values.time_value import TimeValue

    if isinstance(one, TimeValue):
        return one.compare(other)
    if isinstance(one, SemVer) and isinstance(other, SemVer):
        return int(one > other) - int(one < other)
    return None


def compared(one: Any, other: Any) -> int:
    """Return the order of two values, which they have to have."""
    found = order(one, other)
    return not_comparable(one, other) if found is None else found


def sign(answer: Any, one: Any, other: Any) -> int:
    """Read what a block says about the order of two values."""
    if isinstance(answer, int | float) and answer.__class__ is not bool:
        return (answer > 0) - (answer < 0)
    if answer is None:
        return not_comparable(one, other)
    if answer.__class__ is dict:
        raise EvaluationError("no implicit conversion of Integer into Hash")
    from duckrow.puppet.values.default import Default
    from duckrow.puppet.values.semver import SemVer
    from duckrow.puppet.values.time_value import TimeValue

    if isinstance(answer, TimeValue):
        return answer.compare(0) or 0
    if isinstance(answer, str | SemVer | Default):
        return not_comparable(answer, 0)
    from duckrow.puppet.functions.helpers.ruby_errors import no_method

    raise no_method(">", answer)


def not_comparable(one: Any, other: Any) -> int:
    """Raise the error for two values that cannot be compared."""
    from duckrow.puppet.functions.helpers.ruby_text import inspect
    from duckrow.puppet.values.default import Default
    from duckrow.ruby.values.class_names import class_name as class_of

    is_named = other.__class__ in (int, float, bool, type(None), Default)
    shown = inspect(other) if is_named else class_of(other)
    raise EvaluationError(f"comparison of {class_of(one)} with {shown} failed")


def merge_sort(values: list[Any], compare: Callable[[Any, Any], int]) -> list[Any]:
    """Sort by halves: a block then sees the same pairs in the same order as in the reference."""
    if len(values) < 2:
        return values
    middle = len(values) // 2
    left, right = merge_sort(values[:middle], compare), merge_sort(values[middle:], compare)
    found, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if compare(left[i], right[j]) <= 0:
            found.append(left[i])
            i += 1
        else:
            found.append(right[j])
            j += 1
    return found + left[i:] + right[j:]
