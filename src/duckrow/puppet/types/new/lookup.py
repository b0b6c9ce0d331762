"""Find the signatures of a type. Types that represent others have those of the others."""

from __future__ import annotations

from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.basic import UNIT, UnitType
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType
from duckrow.puppet.types.model.collections import ArrayType, HashType, StructType, TupleType
from duckrow.puppet.types.model.numbers import FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.rich_scalars import (
    BinaryType,
    SemVerRangeType,
    SemVerType,
    TimespanType,
    TimestampType,
    UriType,
)
from duckrow.puppet.types.model.scalars import BooleanType, RegexpType, StringType
from duckrow.puppet.types.model.wrappers import InitType, SensitiveType, TypeType
from duckrow.puppet.types.new import signatures
from duckrow.puppet.types.new.object import signatures_of_object
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import OBJECT as ANY_OBJECT
from duckrow.puppet.types.objects.object_type import ObjectType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.new.signature import Signatures

SIGNATURES: dict[type[Type], Signatures] = {
    ArrayType: signatures.ARRAY_SIGNATURES,
    BinaryType: signatures.BINARY_SIGNATURES,
    BooleanType: signatures.BOOLEAN_SIGNATURES,
    FloatType: signatures.FLOAT_SIGNATURES,
    HashType: signatures.HASH_SIGNATURES,
    IntegerType: signatures.INTEGER_SIGNATURES,
    NumericType: signatures.NUMERIC_SIGNATURES,
    RegexpType: signatures.REGEXP_SIGNATURES,
    SemVerRangeType: signatures.SEMVER_RANGE_SIGNATURES,
    SemVerType: signatures.SEMVER_SIGNATURES,
    SensitiveType: signatures.SENSITIVE_SIGNATURES,
    StringType: signatures.STRING_SIGNATURES,
    StructType: signatures.HASH_SIGNATURES,
    TimespanType: signatures.TIMESPAN_SIGNATURES,
    TimestampType: signatures.TIMESTAMP_SIGNATURES,
    TupleType: signatures.ARRAY_SIGNATURES,
    TypeType: signatures.TYPE_SIGNATURES,
    UnitType: signatures.UNIT_SIGNATURES,
    UriType: signatures.URI_SIGNATURES,
}


def made_type(type_: Type) -> Type:
    """Return the type whose values are made for a type that represents another."""
    while type(type_) not in SIGNATURES:
        match type_:
            case AliasType():
                type_ = type_.resolved
            case OptionalType() if type_.type is not None:
                type_ = type_.type
            case NotUndefType():
                type_ = UNIT if type_.type is None else type_.type
            case ObjectExtensionType():
                type_ = type_.base
            case _:
                break
    return type_


def signatures_of(type_: Type) -> Signatures | None:
    """Return the signatures of a type, or None if its values cannot be created."""
    if isinstance(type_, InitType):
        if type_.type is None:
            return None
        return (
            signatures.INIT_WITH_ARGUMENTS_SIGNATURES
            if type_.arguments
            else signatures.INIT_SIGNATURES
        )
    if isinstance(type_, ObjectType) and type_ is not ANY_OBJECT:
        return signatures_of_object(type_)
    return SIGNATURES.get(type(type_))
