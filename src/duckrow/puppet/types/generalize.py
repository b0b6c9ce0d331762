"""The wider type that forgets sizes, ranges and particular values."""

from __future__ import annotations

from duckrow.puppet.types.model.basic import AnyType
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType, VariantType, variant_type
from duckrow.puppet.types.model.collections import (
    ARRAY,
    COLLECTION,
    EMPTY_HASH,
    ArrayType,
    CollectionType,
    HashType,
    StructElement,
    StructType,
    TupleType,
    array_type,
)
from duckrow.puppet.types.model.collections import HASH as ANY_HASH
from duckrow.puppet.types.model.numbers import FLOAT, INTEGER, FloatType, IntegerType
from duckrow.puppet.types.model.rich_scalars import (
    TIMESPAN,
    TIMESTAMP,
    URI_TYPE,
    TimespanType,
    TimestampType,
    UriType,
)
from duckrow.puppet.types.model.scalars import BOOLEAN, STRING, BooleanType, EnumType, StringType
from duckrow.puppet.types.model.wrappers import (
    CallableType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)
from duckrow.puppet.types.objects.extension import ObjectExtensionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type

_CONTAINING = (TypeType, NotUndefType, OptionalType, IterableType, IteratorType)


def generalize(type_: Type) -> Type:
    """Return the type without sizes, ranges and particular values, in its parts as well."""
    match type_:
        case IntegerType():
            return INTEGER
        case FloatType():
            return FLOAT
        case StringType():
            return STRING
        case BooleanType():
            return BOOLEAN
        case CollectionType():
            return COLLECTION
        case ObjectExtensionType():
            return type_.base
        case TimestampType():
            return TIMESTAMP
        case TimespanType():
            return TIMESPAN
        case UriType():
            return URI_TYPE
        case EnumType():
            return _of_enum(type_)
        case ArrayType():
            if isinstance(type_.element, AnyType):
                return ARRAY
            return array_type(generalize(type_.element))
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
            return variant_type(map(generalize, type_.types)) if type_.types else type_
        case CallableType():
            return _of_callable(type_)
        case SensitiveType():
            return SensitiveType(generalize(type_.type))
    if isinstance(type_, _CONTAINING) and type_.type is not None:
        return type(type_)(generalize(type_.type))
    return type_


def _of_enum(type_: EnumType) -> Type:
    if not type_.values:
        return STRING
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
