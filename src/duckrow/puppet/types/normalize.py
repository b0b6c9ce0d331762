"""The normal form of a type: nested choices flattened, neighbours merged, no duplicates."""

from __future__ import annotations

import operator

from duckrow.puppet.types.assignable import accepts_undef
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import AnyType, UndefType
from duckrow.puppet.types.model.choices import (
    OPTIONAL,
    NotUndefType,
    OptionalType,
    VariantType,
    not_undef_type,
    variant_type,
)
from duckrow.puppet.types.model.collections import ARRAY as ANY_ARRAY
from duckrow.puppet.types.model.collections import (
    COLLECTION,
    EMPTY_HASH,
    ArrayType,
    CollectionType,
    HashType,
    StructElement,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.collections import HASH as ANY_HASH
from duckrow.puppet.types.model.numbers import FloatType, IntegerType
from duckrow.puppet.types.model.rich_scalars import (
    SemVerType,
    TimespanType,
    TimestampType,
    semver_type,
)
from duckrow.puppet.types.model.scalars import (
    EnumType,
    PatternType,
    StringType,
    enum_type,
    pattern_type,
)
from duckrow.puppet.types.model.wrappers import (
    CallableType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Ranged = IntegerType | FloatType | TimestampType | TimespanType


def normalize(type_: Type) -> Type:
    """Return the normal form of a type: the type itself where there is nothing to change."""
    rule = _RULES.get(type(type_))
    return type_ if rule is None else rule(type_)


def _of_array(type_: ArrayType) -> Type:
    if isinstance(type_.element, AnyType):
        return ANY_ARRAY
    element = normalize(type_.element)
    return type_ if element is type_.element else ArrayType(element, type_.size)


def _of_hash(type_: HashType) -> Type:
    if type_ in (ANY_HASH, EMPTY_HASH):
        return type_
    key, value = normalize(type_.key_type), normalize(type_.value_type)
    if type_.size is None and key is type_.key_type and value is type_.value_type:
        return type_
    return HashType(key, value, type_.size)


def _of_tuple(type_: TupleType) -> TupleType:
    types = tuple(map(normalize, type_.types))
    is_changed = any(map(operator.is_not, types, type_.types))
    return TupleType(types, type_.size) if is_changed else type_


def _of_struct(type_: StructType) -> Type:
    values = [normalize(element.value_type) for element in type_.elements]
    if all(e.value_type is value for e, value in zip(type_.elements, values, strict=True)):
        return type_
    return StructType(
        tuple(
            StructElement(element.name, element.is_optional, value)
            for element, value in zip(type_.elements, values, strict=True)
        )
    )


def _of_sensitive(type_: SensitiveType) -> Type:
    inner = normalize(type_.type)
    return type_ if inner is type_.type else SensitiveType(generalize(inner))


def _of_container(type_: TypeType | IterableType | IteratorType) -> Type:
    if type_.type is None:
        return type_
    inner = normalize(type_.type)
    return type_ if inner is type_.type else type(type_)(inner)


def _of_callable(type_: CallableType) -> Type:
    parameters = None if type_.parameters is None else _of_tuple(type_.parameters)
    block = None if type_.block is None else normalize(type_.block)
    returns = None if type_.returns is None else normalize(type_.returns)
    if parameters is type_.parameters and block is type_.block and returns is type_.returns:
        return type_
    return CallableType(parameters, block, None if isinstance(returns, AnyType) else returns)


def _of_optional(type_: OptionalType) -> Type:
    if type_.type is None:
        return type_
    inner = normalize(type_.type)
    if isinstance(inner, NotUndefType):
        return normalize(OptionalType(inner.type))
    if accepts_undef(inner):
        return inner
    return type_ if inner is type_.type else OptionalType(inner)


def _of_not_undef(type_: NotUndefType) -> Type:
    if type_.type is None:
        return type_
    inner = normalize(type_.type)
    if isinstance(inner, OptionalType):
        return normalize(not_undef_type(inner.type))
    if not accepts_undef(inner):
        return inner
    return type_ if inner is type_.type else not_undef_type(inner)


def _of_variant(type_: VariantType) -> Type:
    types = [normalize(option) for option in type_.types]
    if len(types) <= 1:
        return types[0] if types else type_
    if any(isinstance(option, UndefType | OptionalType) for option in types):
        rest = [option for option in types if not isinstance(option, UndefType)]
        opened = [option.type if isinstance(option, OptionalType) else option for option in rest]
        known = [option for option in opened if option is not None]
        return normalize(OptionalType(variant_type(known))) if known else OPTIONAL
    # A type that is there twice is still two of a kind to merge, which settles where it stands.
    flat = [
        inner
        for option in types
        for inner in (option.types if isinstance(option, VariantType) else (option,))
    ]
    options = flat
    for merge in _MERGES:
        options = merge(options)
    # A merged type goes first; without a merge the written order stays.
    is_changed = len(options) != len(flat) or any(map(operator.is_not, types, type_.types))
    return variant_type(options) if is_changed else type_


def _apart(options: list[Type], is_wanted: Callable[[Any], bool]) -> tuple[list[Any], list[Type]]:
    wanted = [option for option in options if is_wanted(option)]
    return wanted, [option for option in options if not is_wanted(option)]


def _merge_not_undefs(options: list[Type]) -> list[Type]:
    wanted, others = _apart(options, lambda option: isinstance(option, NotUndefType))
    if len(wanted) < 2:
        return options
    if any(option.type is None for option in wanted):
        return [*others, not_undef_type(None)]
    return [*others, not_undef_type(normalize(variant_type(option.type for option in wanted)))]


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
        options = [*others, enum_type(values)]
    wanted, others = _apart(
        options,
        lambda option: isinstance(option, EnumType) and bool(option.values) and option.ignores_case,
    )
    if len(wanted) > 1:
        lowered = {value.lower() for option in wanted for value in option.values}
        options = [*others, enum_type(lowered, ignores_case=True)]
    return options


def _merge_patterns(options: list[Type]) -> list[Type]:
    wanted, others = _apart(options, lambda option: isinstance(option, PatternType))
    if len(wanted) < 2:
        return options
    return [*others, pattern_type(source for option in wanted for source in option.patterns)]


def _merge_versions(options: list[Type]) -> list[Type]:
    wanted, others = _apart(options, lambda option: isinstance(option, SemVerType))
    if len(wanted) < 2:
        return options
    return [semver_type(range_ for option in wanted for range_ in option.ranges), *others]


def _merge_ranges(options: list[Type]) -> list[Type]:
    for kind in (IntegerType, FloatType, TimespanType, TimestampType):
        wanted = [option for option in options if isinstance(option, kind)]
        others = [option for option in options if not isinstance(option, kind)]
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
    """Return whether a range ends before another begins, with a gap between them."""
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

_RULES: dict[type[Type], Callable[[Any], Type]] = {
    VariantType: _of_variant,
    OptionalType: _of_optional,
    NotUndefType: _of_not_undef,
    CollectionType: lambda _type: COLLECTION,
    ArrayType: _of_array,
    HashType: _of_hash,
    TupleType: _of_tuple,
    StructType: _of_struct,
    SensitiveType: _of_sensitive,
    CallableType: _of_callable,
    TypeType: _of_container,
    IterableType: _of_container,
    IteratorType: _of_container,
}
