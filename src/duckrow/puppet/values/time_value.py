"""The base of points in time and lengths of time.

Both count nanoseconds, without limit. Compared with a plain number both count as seconds: an
integer is compared with whole seconds, rounded down, and a float with seconds and fraction. So a
timespan of 1.5 seconds compares as equal to the integer 1, though Python's `==` says otherwise.
"""

from __future__ import annotations

from math import gcd, isnan

from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self, TypeGuard

MICROSECOND = 1_000
MILLISECOND = 1_000 * MICROSECOND
SECOND = 1_000 * MILLISECOND
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class TimeValue(Immutable):
    """A number of nanoseconds."""

    __slots__ = ("nanoseconds",)

    nanoseconds: int

    def __init__(self, nanoseconds: int) -> None:
        set_field(self, "nanoseconds", nanoseconds)

    def ruby_inspect(self) -> str:
        # Ruby shows an address, which is of no use; this is how a manifest writes the value.
        return f"{type(self).__name__}('{self}')"

    @classmethod
    def from_seconds(cls, seconds: int | float) -> Self:
        return cls(to_nanoseconds(seconds))

    def __int__(self) -> int:
        """Return whole seconds, rounded down."""
        return self.nanoseconds // SECOND

    def __float__(self) -> float:
        return quotient(self.nanoseconds, SECOND)

    def ruby_compare(self, other: object) -> int | None:
        """Return the order of two times, or of a time and a number; None for other values."""
        if type(other) is type(self):
            left, right = self.nanoseconds, other.nanoseconds
            return (left > right) - (left < right)
        if type(other) is int:
            return (int(self) > other) - (int(self) < other)
        if type(other) is float and not isnan(other):
            return (float(self) > other) - (float(self) < other)
        return None

    def __lt__(self, other: object) -> bool:
        order = self.ruby_compare(other)
        return NotImplemented if order is None else order < 0

    def __le__(self, other: object) -> bool:
        order = self.ruby_compare(other)
        return NotImplemented if order is None else order <= 0

    def __gt__(self, other: object) -> bool:
        order = self.ruby_compare(other)
        return NotImplemented if order is None else order > 0

    def __ge__(self, other: object) -> bool:
        order = self.ruby_compare(other)
        return NotImplemented if order is None else order >= 0

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.nanoseconds == other.nanoseconds

    def __hash__(self) -> int:
        return hash((type(self), self.nanoseconds))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.nanoseconds,)


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether a value is an Integer or a Float."""
    return type(value) is int or type(value) is float


def to_nanoseconds(seconds: int | float) -> int:
    """Convert seconds to nanoseconds, truncating smaller fractions."""
    return truncated(seconds * SECOND)


def truncated(number: int | float) -> int:
    """Cut off a fraction."""
    try:
        return int(number)
    except (OverflowError, ValueError):
        raise InvalidValueError(_unbounded(number)) from None


def _unbounded(number: float) -> str:
    if isnan(number):
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"


def quotient(left: int, right: int) -> float:
    """Divide as the reference does, which rounds large numbers to floats before it divides."""
    if right == 0:
        return float("nan") if left == 0 else float("inf") if left > 0 else float("-inf")
    common = gcd(left, right)
    left, right = left // common, right // common
    if abs(left) >= 2**62 or abs(right) >= 2**53:
        try:
            return left / right
        except OverflowError:
            return float("inf") if (left < 0) == (right < 0) else float("-inf")
    return float(left) / float(right)


def to_float(number: int) -> float:
    """Return the nearest float; a number beyond all floats is infinite."""
    return quotient(number, 1)


def label(value: object) -> str:
    """Return the last part of the name of a value's class, with an article."""
    name = class_name(value).rpartition("::")[2]
    return f"{'an' if name[0] in 'AEIOUY' else 'a'} {name}"


def value_error(message: str, value: object) -> InvalidValueError:
    """Make the error for an operand that does not fit; its kind replaces {} in the message."""
    named = message.format(label(value))
    return InvalidValueError(named[0].upper() + named[1:])
