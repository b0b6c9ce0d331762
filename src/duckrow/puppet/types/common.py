"""The common type of two types: a type that both are assignable to."""

from __future__ import annotations

from duckrow.puppet.types import draft
from duckrow.puppet.types.assignable import assignable, assignable_once
from duckrow.puppet.types.data import DATA, RICH_DATA
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.model.basic import ANY, UndefType, UnitType
from duckrow.puppet.types.model.choices import VariantType, variant_type
from duckrow.puppet.types.model.collections import ArrayType, HashType, array_type, hash_type
from duckrow.puppet.types.model.numbers import NUMERIC, FloatType, IntegerType
from duckrow.puppet.types.model.references import CLASS, RESOURCE, ClassType, ResourceType
from duckrow.puppet.types.model.scalars import ENUM as ANY_ENUM
from duckrow.puppet.types.model.scalars import (
    REGEXP,
    SCALAR,
    SCALAR_DATA,
    STRING,
    EnumType,
    PatternType,
    RegexpType,
    StringType,
    enum_type,
    pattern_type,
)
from duckrow.puppet.types.model.wrappers import CALLABLE, CallableType, TypeType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect
    from duckrow.puppet.types.model.base import Type

# Tried in order when nothing closer is found.
_FAMILIES = (NUMERIC, SCALAR_DATA, SCALAR, DATA)


def common_type(one: Type, other: Type, dialect: Dialect = PUPPET) -> Type:
    """Return a type that accepts the values of both; undef vanishes beside any other type."""
    if dialect is not PUPPET:
        found = draft.common(one, other, dialect, lambda a, b: common_type(a, b, dialect))
        if found is not None:
            return found
    for nothing in (UndefType, UnitType):
        if isinstance(one, nothing):
            return other
        if isinstance(other, nothing):
            return one
    if assignable_once(one, other):
        return one
    if assignable_once(other, one):
        return other
    return _of_a_kind(one, other) or _of_a_family(one, other)


def reduce_types(types: Iterable[Type]) -> Type | None:
    """Return the common type of many types; None for an empty list."""
    found: Type | None = None
    for type_ in types:
        found = type_ if found is None else common_type(found, type_)
    return found


def _of_a_kind(one: Type, other: Type) -> Type | None:
    match one, other:
        case ArrayType(), ArrayType():
            return array_type(common_type(one.element, other.element))
        case HashType(), HashType():
            key = common_type(one.key_type, other.key_type)
            return hash_type(key, common_type(one.value_type, other.value_type))
        case ClassType(), ClassType():
            return CLASS
        case ResourceType(), ResourceType():
            same = one.type_name == other.type_name
            return ResourceType(one.type_name, None) if same else RESOURCE
        case (IntegerType(), IntegerType()) | (FloatType(), FloatType()):
            return _wider(one, other)
        case PatternType(), PatternType():
            return pattern_type((*one.patterns, *other.patterns))
        case ((StringType() | EnumType()), (StringType() | EnumType())):
            return _of_strings(one, other)
        case VariantType(), VariantType():
            return variant_type((*one.types, *other.types))
        case RegexpType(), RegexpType():
            return REGEXP
        case CallableType(), CallableType():
            return CALLABLE
    return None


def _of_a_family(one: Type, other: Type) -> Type:
    for family in _FAMILIES:
        if assignable(family, one) and assignable(family, other):
            return family
    if isinstance(one, TypeType) and isinstance(other, TypeType):
        if one.type is None or other.type is None:
            return TypeType(one.type or other.type)
        return TypeType(common_type(one.type, other.type))
    if assignable(RICH_DATA, one) and assignable(RICH_DATA, other):
        return RICH_DATA
    return ANY


def _wider(one: Any, other: Any) -> Type:
    """Span two ranges of numbers."""
    low = None if one.low is None or other.low is None else min(one.low, other.low)
    high = None if one.high is None or other.high is None else max(one.high, other.high)
    made: Type = type(one)(low, high)
    return made


def _of_strings(one: StringType | EnumType, other: StringType | EnumType) -> Type:
    if isinstance(one, StringType) and isinstance(other, StringType):
        if one.size is not None and other.size is not None:
            wider = common_type(one.size, other.size)
            assert isinstance(wider, IntegerType)
            return StringType(wider, None)
        if one.value is None or other.value is None:
            return STRING
        return enum_type((one.value, other.value))
    values: list[str] = []
    for type_ in (one, other):
        if isinstance(type_, EnumType):
            values += type_.values
        elif type_.value is None:
            return ANY_ENUM
        else:
            values.append(type_.value)
    return enum_type(values)
