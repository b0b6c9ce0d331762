"""Which types fit the scalar types: one rule for each of them.

A rule is asked with the type, the other type (never a name, Variant, Optional or undef-free type,
which `assignable` takes apart first) and a way to ask about parts.
"""

from __future__ import annotations

from duckrow.puppet.types.model.numbers import FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.rich_scalars import (
    SemVerRangeType,
    SemVerType,
    TimespanType,
    TimestampType,
)
from duckrow.puppet.types.model.scalars import (
    BooleanType,
    EnumType,
    PatternType,
    RegexpType,
    ScalarDataType,
    ScalarType,
    StringType,
)
from duckrow.regexp import regexp as compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from duckrow.puppet.types.model.base import Type

    Ask = Callable[[Type, Type], bool]

_REMEMBERED = 256
SCALAR_DATA = (
    ScalarDataType,
    NumericType,
    IntegerType,
    FloatType,
    StringType,
    EnumType,
    PatternType,
    BooleanType,
)
SCALAR = (
    *SCALAR_DATA,
    ScalarType,
    RegexpType,
    SemVerType,
    SemVerRangeType,
    TimespanType,
    TimestampType,
)


def scalar(_to: Type, other: Type, _ask: Ask) -> bool:
    return isinstance(other, SCALAR)


def scalar_data(_to: Type, other: Type, _ask: Ask) -> bool:
    return isinstance(other, SCALAR_DATA)


def numeric(_to: Type, other: Type, _ask: Ask) -> bool:
    return isinstance(other, NumericType | IntegerType | FloatType)


def integer(to: IntegerType, other: Type, _ask: Ask) -> bool:
    return isinstance(other, IntegerType) and to.covers(other.low, other.high)


def float_(to: FloatType, other: Type, _ask: Ask) -> bool:
    return isinstance(other, FloatType) and to.covers(other.low, other.high)


def string(to: StringType, other: Type, _ask: Ask) -> bool:
    if to.size is not None:
        return _fits_size(to.size, other)
    match other:
        case StringType():
            return to.value is None or (other.size is None and to.value == other.value)
        case EnumType():
            # The reference looks at the number of values only, not at the value itself.
            return to.value is None or (len(other.values) == 1 and not other.ignores_case)
        case PatternType():
            return to.value is None
    return False


def _fits_size(size: IntegerType, other: Type) -> bool:
    match other:
        case StringType():
            if other.value is not None:
                return size.holds(len(other.value))
            return size.covers(0, None) if other.size is None else size.covers(*_range(other.size))
        case EnumType() if other.values:
            lengths = [len(value) for value in other.values]
            return size.covers(min(lengths), max(lengths))
        case EnumType() | PatternType():
            return size.covers(0, None)
    return False


def _range(size: IntegerType) -> tuple[int | None, int | None]:
    return size.low, size.high


def in_enum(enum: EnumType, value: str) -> bool:
    """Tell whether a string is one of an Enum's."""
    if enum.ignores_case:
        return value.lower() in (known.lower() for known in enum.values)
    return value in enum.values


def enum(to: EnumType, other: Type, _ask: Ask) -> bool:
    if to == other:
        return True
    if not to.values:
        return isinstance(other, StringType | EnumType | PatternType)
    match other:
        case StringType():
            return other.value is not None and in_enum(to, other.value)
        case EnumType():
            return (
                bool(other.values)
                and (to.ignores_case or not other.ignores_case)
                and all(in_enum(to, value) for value in other.values)
            )
    return False


def pattern(to: PatternType, other: Type, _ask: Ask) -> bool:
    if to == other:
        return True
    match other:
        case StringType():
            if other.value is None:
                return not to.patterns
            return matches(to, other.value)
        case EnumType():
            if not other.values:
                return not to.patterns
            return all(matches(to, value) for value in other.values)
        case PatternType():
            return not to.patterns
    return False


def matches(pattern: PatternType, value: str) -> bool:
    """Tell whether a string matches one of a Pattern's regular expressions."""
    return not pattern.patterns or any(
        compiled(source).search(value) is not None for source in pattern.patterns
    )


class Remembering(dict[str, bool]):
    """Whether strings match one Pattern, asked by subscript: those seen last are remembered.

    A search costs far more than a look-up, and the same few strings (a path, an owner, a mode) are
    checked for one resource after the other.
    """

    # What is known is kept apart as well: an expression asks a set faster than a dict of its own
    # class. `taken` begins with strings that are taken without a match.
    __slots__ = ("_others", "_pattern", "refused", "taken")

    def __init__(self, pattern: PatternType, others: Collection[str] = ()) -> None:
        super().__init__()
        self._pattern = pattern
        self._others = others
        self.taken = set(others)
        self.refused: set[str] = set()

    def __missing__(self, value: str) -> bool:
        if len(self) >= _REMEMBERED:
            self.clear()
            self.refused.clear()
            self.taken.clear()
            self.taken.update(self._others)
        found = self[value] = matches(self._pattern, value)
        (self.taken if found else self.refused).add(value)
        return found


def boolean(to: BooleanType, other: Type, _ask: Ask) -> bool:
    return isinstance(other, BooleanType) and (to.value is None or to.value == other.value)


def regexp(to: RegexpType, other: Type, _ask: Ask) -> bool:
    return isinstance(other, RegexpType) and (to.pattern is None or to.pattern == other.pattern)


def times(to: TimestampType | TimespanType, other: Type, _ask: Ask) -> bool:
    if type(to) is not type(other):
        return False
    assert isinstance(other, TimestampType | TimespanType)
    low_fits = to.low is None or (other.low is not None and to.low <= other.low)
    high_fits = to.high is None or (other.high is not None and other.high <= to.high)
    return low_fits and high_fits


def semver(to: SemVerType, other: Type, _ask: Ask) -> bool:
    if not isinstance(other, SemVerType):
        return False
    if not to.ranges:
        return True
    if not other.ranges:
        return False
    return all(any(mine.covers(theirs) for mine in to.ranges) for theirs in other.ranges)
