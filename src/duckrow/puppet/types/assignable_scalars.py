"""The rules of assignability to scalar types, one for each type.

A rule gets the type, the other type (never an alias, Variant, Optional or NotUndef, which
`assignable` takes apart first) and a function that asks about parts.
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
from duckrow.puppet.types.string_patterns import in_enum, matches_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.types.model.base import Type

    Ask = Callable[[Type, Type], bool]

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
            return matches_pattern(to, other.value)
        case EnumType():
            if not other.values:
                return not to.patterns
            return all(matches_pattern(to, value) for value in other.values)
        case PatternType():
            return not to.patterns
    return False


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
