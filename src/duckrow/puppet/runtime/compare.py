"""The operators == < <= > and >= of the language. `ruby.values.compare` holds those of Ruby.

Strings are compared without regard to the case of ASCII letters, numbers by their value, arrays
and hashes element by element. A time beside a number counts in seconds. Types have an order of
their own: a type is less than another if it is narrower.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.references import PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def equals(left: Any, right: Any, operator: str = "==") -> bool:
    """Return left == right; `operator` is the operator that an error names."""
    kind, other = type(left), type(right)
    if kind is str:
        if other is not str:
            return False
        return left == right or (left.lower() == right.lower() and folded(left) == folded(right))
    if kind is int or kind is float:
        if other is int or other is float:
            return left == right  # type: ignore[no-any-return]
        return other is not bool and _equals_time(right, left)
    if left is None or kind is bool:
        return left is right
    if kind is list or kind is dict:
        return _equals_within(left, right)
    return _equals_other(operator, left, right)


def folded(text: str) -> str | bytes:
    """Return a string with its ASCII letters in lower case, for comparison."""
    return text.lower() if text.isascii() else text.encode("utf-8", "surrogatepass").lower()


def _ordered(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass").lower()


def _equals_within(left: Any, right: Any) -> bool:
    """Compare parts of arrays and hashes. Types count by their content there."""
    kind = type(left)
    if kind is list:
        return (
            type(right) is list
            and len(left) == len(right)
            and all(map(_equals_within, left, right))
        )
    if kind is dict:
        # A key that is missing on the right is as good as one whose value is undef.
        return (
            type(right) is dict
            and len(left) == len(right)
            and all(_equals_within(right.get(key), item) for key, item in left.items())
        )
    if kind in PLAIN:
        return equals(left, right)
    from duckrow.puppet.types.model.base import Type

    return left == right if isinstance(left, Type) else equals(left, right)


def _equals_other(operator: str, left: object, right: object) -> bool:
    """Compare values other than plain ones, arrays and hashes."""
    from duckrow.puppet.types.model.base import Type

    if not isinstance(left, Type):
        return _equals_time(left, right)
    from duckrow.puppet.types.compare import is_same
    from duckrow.puppet.types.new.errors import ConversionError

    try:
        return isinstance(right, Type) and is_same(left, right)
    except ConversionError as error:
        raise _not_possible(operator, left, right, str(error)) from None


def _equals_time(left: object, right: object) -> bool:
    """Compare values other than plain ones. A time is equal to the number of its seconds."""
    compare = getattr(left, "ruby_compare", None)
    if compare is not None and (type(right) is int or type(right) is float):
        return bool(compare(right) == 0)
    return bool(left == right)


def less(left: Any, right: Any) -> bool:
    """Return left < right."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return left < right  # type: ignore[no-any-return]
    return _compared("<", left, right)


def less_equal(left: Any, right: Any) -> bool:
    """Return left <= right."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return left <= right  # type: ignore[no-any-return]
    return _compared("<=", left, right)


def greater(left: Any, right: Any) -> bool:
    """Return left > right."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return left > right  # type: ignore[no-any-return]
    return _compared(">", left, right)


def greater_equal(left: Any, right: Any) -> bool:
    """Return left >= right."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return left >= right  # type: ignore[no-any-return]
    return _compared(">=", left, right)


_NUMBERS = frozenset((int, float))

_HOLDS: dict[str, Callable[[int], bool]] = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}


def _compared(operator: str, left: object, right: object) -> bool:
    if type(left) is str and type(right) is str:
        one, two = _ordered(left), _ordered(right)
        return _HOLDS[operator]((one > two) - (one < two))
    from duckrow.puppet.types.model.base import Type

    if isinstance(left, Type):
        return _compared_types(operator, left, right)
    found = _order(left, right)
    if type(found) is int:
        return _HOLDS[operator](found)
    raise _not_possible(operator, left, right, str(found))


def _not_possible(operator: str, left: object, right: object, cause: str) -> EvaluationError:
    """Make the error about two values that cannot be compared."""
    from duckrow.puppet.runtime.labels import label

    return EvaluationError(
        f"Comparison of: {label(left)} {operator} {label(right)}, is not possible. "
        f"Caused by '{cause}'.",
        "comparison-not-possible",
    )


def _compared_types(operator: str, left: Any, right: Any) -> bool:
    from duckrow.puppet.types.assignable import assignable
    from duckrow.puppet.types.compare import is_narrower, is_wider
    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.new.errors import ConversionError

    if not isinstance(right, Type):
        return False
    try:
        if operator == "<":
            return is_narrower(left, right)
        if operator == "<=":
            return assignable(right, left)
        return is_wider(left, right) if operator == ">" else assignable(left, right)
    except ConversionError as error:  # an Init of a type that cannot be made
        raise _not_possible(operator, left, right, str(error)) from None


def _order(left: object, right: object) -> int | str:
    """Return -1, 0 or 1; raise an error for values without an order."""
    from duckrow.puppet.values.default import Default
    from duckrow.puppet.values.semver import SemVer
    from duckrow.puppet.values.time_value import TimeValue

    if type(left) is str:
        return "A String is not comparable to a non String"
    if type(left) in _NUMBERS:
        if isinstance(right, TimeValue):
            return -_order_of_time(right, left)
        if type(right) is SemVer:
            raise EvaluationError("can't convert SemanticPuppet::Version into Float")
        return "A Numeric is not comparable to non Numeric"
    if isinstance(left, TimeValue):
        if type(right) in _NUMBERS or type(right) is type(left):
            return _order_of_time(left, right)
        kind = type(left).__name__
        return f"{kind}s are only comparable to {kind}s, Integers, and Floats"
    if type(left) is SemVer:
        if type(right) is not SemVer:
            return "Versions not comparable to non Versions"
        return (left > right) - (left < right)
    if type(left) is Default:
        return 0 if type(right) is Default else "Symbol not comparable to non Symbol"
    return "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable"


def _order_of_time(time: Any, other: Any) -> int:
    order = time.ruby_compare(other)
    return 0 if order is None else int(order)
