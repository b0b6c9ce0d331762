"""Comparison of values that have an order."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import compare, inspect
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def ordered(ruby: Interpreter, one: object, other: object) -> int:
    """Return the order of two values that must have one."""
    found = compare(ruby, one, other)
    if found is None:
        raise argument_error(
            f"comparison of {class_name(one)} with {compared_with(ruby, other)} failed"
        )
    return found


def compared_with(ruby: Interpreter, other: object) -> str:
    """Name the other side of a comparison: small values are shown, of others the class is."""
    is_shown = other is None or isinstance(other, bool | int | float | Symbol)
    return inspect(ruby, other) if is_shown else class_name(other)


def _clamp(ruby: Interpreter, self: object, low: Any, high: Any = None) -> object:
    if isinstance(low, Range):
        if low.excludes_last and low.last is not None:
            raise argument_error("cannot clamp with an exclusive range")
        low, high = low.first, low.last
    if low is not None and high is not None and ordered(ruby, low, high) > 0:
        raise argument_error("min argument must be smaller than max argument")
    if low is not None and ordered(ruby, self, low) < 0:
        return low
    return high if high is not None and ordered(ruby, self, high) > 0 else self


def _is_equal(ruby: Interpreter, self: object, other: object) -> bool:
    """Ask <=> of an object of a class written in Ruby."""
    if self is other:
        return True
    from duckrow.ruby.dispatch import send

    return bool(send(ruby, self, "<=>", other) == 0)


METHODS: dict[str, Callable[..., object]] = {
    "<": lambda ruby, self, other: ordered(ruby, self, other) < 0,
    "<=": lambda ruby, self, other: ordered(ruby, self, other) <= 0,
    ">": lambda ruby, self, other: ordered(ruby, self, other) > 0,
    ">=": lambda ruby, self, other: ordered(ruby, self, other) >= 0,
    "between?": lambda ruby, self, low, high: (
        ordered(ruby, self, low) >= 0 and ordered(ruby, self, high) <= 0
    ),
    "clamp": _clamp,
    "==": _is_equal,
    "<=>": compare,
}
