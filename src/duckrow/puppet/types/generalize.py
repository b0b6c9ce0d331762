"""The wider type that forgets sizes, ranges and particular values."""

from __future__ import annotations

from duckrow.puppet.types import (
    array,
    boolean,
    collection,
    float,
    integer,
    string,
    timespan,
    timestamp,
    uri,
)
from duckrow.puppet.types.any import AnyType
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.boolean import BooleanType
from duckrow.puppet.types.callable import CallableType
from duckrow.puppet.types.collection import CollectionType
from duckrow.puppet.types.enum import EnumType
from duckrow.puppet.types.float import FloatType
from duckrow.puppet.types.hash import DEFAULT as ANY_HASH
from duckrow.puppet.types.hash import EMPTY as EMPTY_HASH
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.integer import IntegerType
from duckrow.puppet.types.iterable import IterableType
from duckrow.puppet.types.iterator import IteratorType
from duckrow.puppet.types.not_undef import NotUndefType
from duckrow.puppet.types.object_extension import ObjectExtensionType
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.string import StringType
from duckrow.puppet.types.struct import StructElement, StructType
from duckrow.puppet.types.timespan import TimespanType
from duckrow.puppet.types.timestamp import TimestampType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.uri import UriType
from duckrow.puppet.types.variant import VariantType, variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.base import Type

_CONTAINING = (TypeType, NotUndefType, OptionalType, IterableType, IteratorType)


def generalize(type_: Type) -> Type:
    """Give the type without sizes, ranges and particular values, in its parts as well."""
    match type_:
        case IntegerType():
            return integer.DEFAULT
        case FloatType():
            return float.DEFAULT
        case StringType():
            return string.DEFAULT
        case BooleanType():
            return boolean.DEFAULT
        case CollectionType():
            return collection.DEFAULT
        case ObjectExtensionType():
            return type_.base
        case TimestampType():
            return timestamp.DEFAULT
        case TimespanType():
            return timespan.DEFAULT
        case UriType():
            return uri.DEFAULT
        case EnumType():
            return _of_enum(type_)
        case ArrayType():
            if isinstance(type_.element, AnyType):
                return array.DEFAULT
            return array.array(generalize(type_.element))
        case HashType():
            if type_ in (ANY_HASH, EMPTY_HASH):
                return type_
            return HashType(generalize(type_.key_type), generalize(type_.value_type), None)
        case TupleType():
            return TupleType(tuple(map(generalize, type_.types)), type_.size)
        case StructType():
            return StructType(
                tuple(
                    StructElement(element.name, element.is_optional, generalize(element.value_type))
                    for element in type_.elements
                )
            )
        case VariantType():
            return variant(map(generalize, type_.types)) if type_.types else type_
        case CallableType():
            return _of_callable(type_)
        case SensitiveType():
            return SensitiveType(generalize(type_.type))
    if isinstance(type_, _CONTAINING) and type_.type is not None:
        return type(type_)(generalize(type_.type))
    return type_


def _of_enum(type_: EnumType) -> Type:
    if not type_.values:
        return string.DEFAULT
    lengths = [len(value) for value in type_.values]
    return StringType(IntegerType(min(lengths), max(lengths)), None)


def _of_callable(type_: CallableType) -> Type:
    parameters = None
    if type_.parameters is not None:
        wider = generalize(type_.parameters)
        assert isinstance(wider, TupleType)
        parameters = wider
    block = None if type_.block is None else generalize(type_.block)
    returns = None if type_.returns is None else generalize(type_.returns)
    return CallableType(parameters, block, None if isinstance(returns, AnyType) else returns)
