"""The normal form of a type: nested choices flattened, neighbours merged, nothing said twice."""

from __future__ import annotations

from duckrow.puppet.types import collection
from duckrow.puppet.types.any import AnyType
from duckrow.puppet.types.array import DEFAULT as ANY_ARRAY
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.assignable import accepts_undef
from duckrow.puppet.types.callable import CallableType
from duckrow.puppet.types.collection import CollectionType
from duckrow.puppet.types.enum import EnumType, enum
from duckrow.puppet.types.float import FloatType
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.integer import IntegerType
from duckrow.puppet.types.iterable import IterableType
from duckrow.puppet.types.iterator import IteratorType
from duckrow.puppet.types.not_undef import NotUndefType, not_undef
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.pattern import PatternType, pattern
from duckrow.puppet.types.semver import SemVerType
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.string import StringType
from duckrow.puppet.types.struct import StructElement, StructType
from duckrow.puppet.types.timespan import TimespanType
from duckrow.puppet.types.timestamp import TimestampType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.undef import UndefType
from duckrow.puppet.types.variant import VariantType, variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.base import Type

    Ranged = IntegerType | FloatType | TimestampType | TimespanType

_CONTAINING = (TypeType, IterableType, IteratorType)


def normalize(type_: Type) -> Type:
    """Give the normal form of a type."""
    match type_:
        case VariantType():
            return _of_variant(type_)
        case OptionalType():
            return _of_optional(type_)
        case NotUndefType():
            return _of_not_undef(type_)
        case CollectionType():
            return collection.DEFAULT
        case ArrayType():
            if isinstance(type_.element, AnyType):
                return ANY_ARRAY
            return ArrayType(normalize(type_.element), type_.size)
        case HashType():
            return HashType(normalize(type_.key_type), normalize(type_.value_type), type_.size)
        case TupleType():
            return TupleType(tuple(map(normalize, type_.types)), type_.size)
        case StructType():
            return StructType(
                tuple(
                    StructElement(element.name, element.is_optional, normalize(element.value_type))
                    for element in type_.elements
                )
            )
        case SensitiveType():
            return SensitiveType(normalize(type_.type))
        case CallableType():
            return _of_callable(type_)
    if isinstance(type_, _CONTAINING) and type_.type is not None:
        return type(type_)(normalize(type_.type))
    return type_


def _of_callable(type_: CallableType) -> Type:
    parameters = None
    if type_.parameters is not None:
        parameters = TupleType(tuple(map(normalize, type_.parameters.types)), type_.parameters.size)
    block = None if type_.block is None else normalize(type_.block)
    returns = None if type_.returns is None else normalize(type_.returns)
    return CallableType(parameters, block, returns)


def _of_optional(type_: OptionalType) -> Type:
    if type_.type is None:
        return type_
    inner = normalize(type_.type)
    if isinstance(inner, NotUndefType):
        return normalize(OptionalType(inner.type))
    return inner if accepts_undef(inner) else OptionalType(inner)


def _of_not_undef(type_: NotUndefType) -> Type:
    if type_.type is None:
        return type_
    inner = normalize(type_.type)
    if isinstance(inner, OptionalType):
        return normalize(not_undef(inner.type))
    return not_undef(inner) if accepts_undef(inner) else inner


def _of_variant(type_: VariantType) -> Type:
    types = [normalize(option) for option in type_.types]
    if len(types) <= 1:
        return types[0] if types else type_
    if any(isinstance(option, UndefType | OptionalType) for option in types):
        rest = [option for option in types if not isinstance(option, UndefType)]
        opened = [
            (option.type or option) if isinstance(option, OptionalType) else option
            for option in rest
        ]
        return normalize(OptionalType(variant(opened)))
    flat = variant(types)
    if not isinstance(flat, VariantType):
        return flat
    options = list(flat.types)
    for merge in _MERGES:
        options = merge(options)
    return variant(options)


def _apart(options: list[Type], is_wanted: Callable[[Any], bool]) -> tuple[list[Any], list[Type]]:
    wanted = [option for option in options if is_wanted(option)]
    return wanted, [option for option in options if not is_wanted(option)]


def _merge_not_undefs(options: list[Type]) -> list[Type]:
    wanted, others = _apart(options, lambda option: isinstance(option, NotUndefType))
    if len(wanted) < 2:
        return options
    if any(option.type is None for option in wanted):
        return [*others, not_undef(None)]
    return [*others, not_undef(normalize(variant(option.type for option in wanted)))]


def _merge_enums(options: list[Type]) -> list[Type]:
    def is_closed(option: Type) -> bool:
        if isinstance(option, EnumType):
            return bool(option.values) and not option.ignores_case
        return isinstance(option, StringType) and option.value is not None

    wanted, others = _apart(options, is_closed)
    if len(wanted) > 1:
        values: list[str] = []
        for option in wanted:
            values += option.values if isinstance(option, EnumType) else [option.value]
        options = [*others, enum(values)]
    wanted, others = _apart(
        options,
        lambda option: isinstance(option, EnumType) and bool(option.values) and option.ignores_case,
    )
    if len(wanted) > 1:
        lowered = {value.lower() for option in wanted for value in option.values}
        options = [*others, enum(lowered, ignores_case=True)]
    return options


def _merge_patterns(options: list[Type]) -> list[Type]:
    wanted, others = _apart(options, lambda option: isinstance(option, PatternType))
    if len(wanted) < 2:
        return options
    return [*others, pattern(source for option in wanted for source in option.patterns)]


def _merge_versions(options: list[Type]) -> list[Type]:
    wanted, others = _apart(options, lambda option: isinstance(option, SemVerType))
    if len(wanted) < 2:
        return options
    return [SemVerType(tuple(range_ for option in wanted for range_ in option.ranges)), *others]


def _merge_ranges(options: list[Type]) -> list[Type]:
    for kind in (IntegerType, FloatType, TimespanType, TimestampType):
        wanted, others = _apart(options, lambda option, kind=kind: isinstance(option, kind))
        if len(wanted) > 1:
            options = [*_merged(wanted), *others]
    return options


def _merged(ranges: list[Any]) -> list[Type]:
    """Merge overlapping ranges, and neighbouring ones of integers, from the last one on."""
    result: list[Type] = []
    while ranges:
        found = ranges.pop()
        apart = []
        for other in ranges:
            joined = _joined(found, other)
            if joined is None:
                apart.append(other)
            else:
                found = joined
        result.append(found)
        ranges = apart
    return result


def _joined(one: Ranged, other: Any) -> Ranged | None:
    step: Any = 1 if isinstance(one, IntegerType) else 0
    if _ends_before(one, other, step) or _ends_before(other, one, step):
        return None
    low: Any = None if one.low is None or other.low is None else min(one.low, other.low)
    high: Any = None if one.high is None or other.high is None else max(one.high, other.high)
    return type(one)(low, high)


def _ends_before(one: Any, other: Any, step: int) -> bool:
    """Tell whether a range ends before another begins, with a gap between them."""
    if one.high is None or other.low is None:
        return False
    return bool(one.high + step < other.low) if step else bool(one.high < other.low)


_MERGES: tuple[Callable[[list[Type]], list[Type]], ...] = (
    _merge_not_undefs,
    _merge_enums,
    _merge_patterns,
    _merge_versions,
    _merge_ranges,
)
