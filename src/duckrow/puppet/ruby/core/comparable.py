"""Comparison of values that have an order."""

from __future__ import annotations

from duckrow.puppet.ruby.core.basics import class_name, compare, inspect
from duckrow.puppet.ruby.errors import argument_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def ordered(one: Any, other: Any) -> int:
    """Give the order of two values that must have one."""
    found = compare(one, other)
    if found is None:
        shown = inspect(other) if other is None or isinstance(other, bool | int | float) else ""
        raise argument_error(
            f"comparison of {class_name(one)} with {shown or class_name(other)} failed"
            if not isinstance(other, str)
            else f"comparison of {class_name(one)} with String failed"
        )
    return found


def _clamp(self: Any, low: Any, high: Any = None) -> Any:
    from duckrow.puppet.ruby.values import Range

    if isinstance(low, Range):
        low, high = low.first, low.last
    if low is not None and ordered(self, low) < 0:
        return low
    return high if high is not None and ordered(self, high) > 0 else self


METHODS: dict[str, Callable[..., Any]] = {
    "<": lambda self, other: ordered(self, other) < 0,
    "<=": lambda self, other: ordered(self, other) <= 0,
    ">": lambda self, other: ordered(self, other) > 0,
    ">=": lambda self, other: ordered(self, other) >= 0,
    "between?": lambda self, low, high: ordered(self, low) >= 0 and ordered(self, high) <= 0,
    "clamp": _clamp,
    "<=>": compare,
}
