"""What can be iterated over, and what comes out of it."""

from __future__ import annotations

from duckrow.puppet.types import string
from duckrow.puppet.types.alias import unalias
from duckrow.puppet.types.any import AnyType
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.collection import CollectionType
from duckrow.puppet.types.enum import EnumType
from duckrow.puppet.types.hash import DEFAULT as ANY_HASH
from duckrow.puppet.types.hash import EMPTY as EMPTY_HASH
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.integer import DEFAULT as ANY_INTEGER
from duckrow.puppet.types.integer import IntegerType, exactly
from duckrow.puppet.types.iterable import IterableType
from duckrow.puppet.types.iterator import IteratorType
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.string import StringType
from duckrow.puppet.types.struct import StructElement, StructType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.unit import DEFAULT as UNIT
from duckrow.puppet.types.variant import variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.base import Type

_CHARACTER = StringType(exactly(1), None)
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
    """Tell whether values of a type can be iterated over."""
    type_ = unalias(type_)
    if isinstance(type_, TypeType):
        return element_type(type_) is not None
    return isinstance(type_, _ALWAYS)


def element_type(type_: Type) -> Type | None:
    """Give the type of what iterating over a value yields, or None where that is not known."""
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
            values = variant(element.value_type for element in type_.elements)
            return _pair(variant(map(_key_type, type_.elements)), values)
        case TupleType():
            return variant(type_.types)
        case IterableType() | IteratorType():
            return type_.type
        case TypeType():
            return type_.type if is_finite(type_.type) else None
    return None


def is_finite(type_: Type | None) -> bool:
    """Tell whether a type itself can be iterated over: an Enum, or an Integer with both bounds."""
    if isinstance(type_, IntegerType):
        return type_.low is not None and type_.high is not None
    return isinstance(type_, EnumType)


def _key_type(element: StructElement) -> Type:
    key = string.exactly(element.name)
    return OptionalType(key) if element.is_optional else key


def _pair(key: Type, value: Type) -> Type:
    return TupleType((key, value), exactly(2))
