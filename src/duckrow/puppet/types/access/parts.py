"""Helpers of the rules for parameters of types."""

from __future__ import annotations

from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.numbers import IntegerType, size_range
from duckrow.puppet.values.default import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class NotATypeError(Exception):
    """An argument of the wrong kind."""


def check_count(name: str, arguments: list[object], wanted: str, is_right: bool) -> None:
    """Reject a wrong number of parameters; `wanted` is the expected number in words."""
    if not is_right:
        raise TypeSyntaxError(
            "Invalid number of type parameters specified: "
            f"{name} requires {wanted}, {len(arguments)} provided"
        )


def as_type(value: object) -> Type:
    """Return a parameter that has to be a type."""
    if not isinstance(value, Type):
        raise NotATypeError
    return value


def is_bound(value: object) -> bool:
    """Return whether a parameter can be a bound of a range."""
    return type(value) is int or value is DEFAULT or value == "default"


def _bound(value: object) -> int | None:
    if not is_bound(value):
        raise NotATypeError
    return value if type(value) is int else None


def integer_range(low: object, high: object) -> IntegerType:
    """Make a range of two bounds."""
    found = IntegerType(_bound(low), _bound(high))
    if found.low is not None and found.high is not None and found.low > found.high:
        raise TypeSyntaxError(
            f"'from' must be less or equal to 'to'. Got ({found.low}, {found.high}"
        )
    return found


def size_of(arguments: list[object]) -> IntegerType:
    """Read a size: one bound, two bounds, or an Integer type."""
    if len(arguments) == 1 and isinstance(arguments[0], IntegerType):
        found = arguments[0]
    else:
        found = integer_range(arguments[0], arguments[1] if len(arguments) > 1 else DEFAULT)
    return size_range(found.low, found.high)


def without_size(arguments: list[object]) -> tuple[list[object], IntegerType | None]:
    """Take a size off the end of a list of types."""
    if len(arguments) > 1 and is_bound(arguments[-2]):
        return arguments[:-2], size_of(arguments[-2:])
    if arguments and is_bound(arguments[-1]):
        return arguments[:-1], size_of(arguments[-1:])
    return arguments, None


def as_title(title: object, shown: str) -> Any:
    """Return a value that may be a title; `shown` is the enclosing expression for messages."""
    if title is None or isinstance(title, str | list):
        return title
    raise TypeSyntaxError(f"The expression <{shown}> is not a valid type specification.")
