"""Comparison of values that have an order."""

from __future__ import annotations

from duckrow.ruby.core.basics import class_name, compare, inspect
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def ordered(one: Any, other: Any) -> int:
    """Give the order of two values that must have one."""
    found = compare(one, other)
    if found is None:
        raise argument_error(f"comparison of {class_name(one)} with {compared_with(other)} failed")
    return found


def compared_with(other: Any) -> str:
    """Name the other side of a comparison: small values are shown, of others the class is."""
    is_shown = other is None or isinstance(other, bool | int | float | Symbol)
    return inspect(other) if is_shown else class_name(other)


def _clamp(self: Any, low: Any, high: Any = None) -> Any:
    from duckrow.ruby.values.kinds import Range

    if isinstance(low, Range):
        if low.excludes_last and low.last is not None:
            raise argument_error("cannot clamp with an exclusive range")
        low, high = low.first, low.last
    if low is not None and high is not None and ordered(low, high) > 0:
        raise argument_error("min argument must be smaller than max argument")
    if low is not None and ordered(self, low) < 0:
        return low
    return high if high is not None and ordered(self, high) > 0 else self


def _is_equal(self: Any, other: Any) -> bool:
    """Ask <=> of an object of a class written in Ruby."""
    if self is other:
        return True
    from duckrow.ruby.dispatch import send

    return bool(send(self, "<=>", other) == 0)


METHODS: dict[str, Callable[..., Any]] = {
    "<": lambda self, other: ordered(self, other) < 0,
    "<=": lambda self, other: ordered(self, other) <= 0,
    ">": lambda self, other: ordered(self, other) > 0,
    ">=": lambda self, other: ordered(self, other) >= 0,
    "between?": lambda self, low, high: ordered(self, low) >= 0 and ordered(self, high) <= 0,
    "clamp": _clamp,
    "==": _is_equal,
    "<=>": compare,
}
