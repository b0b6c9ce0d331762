"""The types that can be iterated over, and the types of their elements."""

from __future__ import annotations

from duckrow.puppet.types.model.alias import unalias
from duckrow.puppet.types.model.basic import UNIT, AnyType
from duckrow.puppet.types.model.choices import OptionalType, variant_type
from duckrow.puppet.types.model.collections import (
    EMPTY_HASH,
    ArrayType,
    CollectionType,
    HashType,
    StructElement,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.collections import HASH as ANY_HASH
from duckrow.puppet.types.model.numbers import INTEGER as ANY_INTEGER
from duckrow.puppet.types.model.numbers import IntegerType, exact_integer
from duckrow.puppet.types.model.scalars import EnumType, StringType, exact_string
from duckrow.puppet.types.model.wrappers import IterableType, IteratorType, TypeType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type

_CHARACTER = StringType(exact_integer(1), None)
_ALWAYS = (
    IntegerType,
    EnumType,
    StringType,
    CollectionType,
    ArrayType,
    HashType,
    TupleType,
    StructType,
    IterableType,
    IteratorType,
)


def is_iterable(type_: Type) -> bool:
    """Return whether values of a type can be iterated over."""
    type_ = unalias(type_)
    if isinstance(type_, TypeType):
        return element_type(type_) is not None
    return isinstance(type_, _ALWAYS)


def element_type(type_: Type) -> Type | None:
    """Return the type of the elements of a value, or None if unknown."""
    type_ = unalias(type_)
    match type_:
        case StringType() | EnumType():
            return _CHARACTER
        case IntegerType():
            return ANY_INTEGER
        case ArrayType():
            return None if isinstance(type_.element, AnyType) else type_.element
        case HashType():
            if type_ in (ANY_HASH, EMPTY_HASH):
                return _pair(UNIT, UNIT)
            return _pair(type_.key_type, type_.value_type)
        case StructType():
            if not type_.elements:
                return _pair(UNIT, UNIT)
            values = variant_type(element.value_type for element in type_.elements)
            return _pair(variant_type(map(_key_type, type_.elements)), values)
        case TupleType():
            return variant_type(type_.types)
        case IterableType() | IteratorType():
            return type_.type
        case TypeType():
            return type_.type if is_finite(type_.type) else None
    return None


def is_finite(type_: Type | None) -> bool:
    """Return whether a type itself can be iterated over: an Enum or a bounded Integer."""
    if isinstance(type_, IntegerType):
        return type_.low is not None and type_.high is not None
    return isinstance(type_, EnumType)


def _key_type(element: StructElement) -> Type:
    key = exact_string(element.name)
    return OptionalType(key) if element.is_optional else key


def _pair(key: Type, value: Type) -> Type:
    return TupleType((key, value), exact_integer(2))
