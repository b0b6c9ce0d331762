"""Numeric, Integer and Float, and the integer ranges that serve as sizes."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class NumericType(Type):
    """Integers and floats."""

    __slots__ = ()
    name = "Numeric"


NUMERIC = NumericType()


class IntegerType(Type):
    """Whole numbers between two bounds, both included."""

    __slots__ = ("low", "high")
    name = "Integer"

    def __init__(self, low: int | None, high: int | None) -> None:
        self.low: Final = low
        self.high: Final = high

    @property
    def descends(self) -> bool:
        """Whether iteration starts at the high end; in all else the direction does not matter."""
        return getattr(self, "_descends", False)

    def numbers(self) -> range | None:
        """Return the numbers in the order of iteration, if both bounds are known."""
        if self.low is None or self.high is None:
            return None
        ascending = range(self.low, self.high + 1)
        return ascending[::-1] if self.descends else ascending

    def covers(self, low: int | None, high: int | None) -> bool:
        """Return whether a range lies within this one."""
        return (self.low is None or (low is not None and self.low <= low)) and (
            self.high is None or (high is not None and high <= self.high)
        )

    def holds(self, number: int) -> bool:
        """Return whether a number lies within the bounds."""
        return (self.low is None or self.low <= number) and (
            self.high is None or number <= self.high
        )


def descending(low: int, high: int) -> IntegerType:
    """Make a range that is iterated over from its high end."""
    made = IntegerType(low, high)
    made._descends = True
    return made


INTEGER = IntegerType(None, None)
# Sizes of collections and strings are Integers from zero on.
ANY_SIZE = IntegerType(0, None)
NO_SIZE = IntegerType(0, 0)
NOT_EMPTY = IntegerType(1, None)


def size_range(low: int | None, high: int | None = None) -> IntegerType:
    """Make a size; a negative bound means unbounded."""
    low = 0 if low is None or low < 0 else low
    return IntegerType(low, 0 if high is not None and high < 0 else high)


# Sizes of collections are mostly small, and every inferred collection has one.
_SMALL = tuple(IntegerType(number, number) for number in range(64))


def exact_integer(number: int) -> IntegerType:
    """Make the range that holds one number."""
    return _SMALL[number] if 0 <= number < 64 else IntegerType(number, number)


class FloatType(Type):
    """Floats between two bounds, both included."""

    __slots__ = ("low", "high")
    name = "Float"

    def __init__(self, low: float | None, high: float | None) -> None:
        self.low: Final = low
        self.high: Final = high

    def covers(self, low: float | None, high: float | None) -> bool:
        """Return whether a range lies within this one."""
        return (self.low is None or (low is not None and self.low <= low)) and (
            self.high is None or (high is not None and high <= self.high)
        )

    def holds(self, number: float) -> bool:
        """Return whether a number lies within the bounds."""
        return (self.low is None or self.low <= number) and (
            self.high is None or number <= self.high
        )


FLOAT = FloatType(None, None)
