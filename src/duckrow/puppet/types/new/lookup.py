"""Which signatures does a type have? Types that stand for others have those of the others."""

from __future__ import annotations

from duckrow.puppet.types.alias import AliasType
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.binary import BinaryType
from duckrow.puppet.types.boolean import BooleanType
from duckrow.puppet.types.float import FloatType
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.init import InitType
from duckrow.puppet.types.integer import IntegerType
from duckrow.puppet.types.new import signatures
from duckrow.puppet.types.new.object import signatures_of_object
from duckrow.puppet.types.not_undef import NotUndefType
from duckrow.puppet.types.numeric import NumericType
from duckrow.puppet.types.object import DEFAULT as ANY_OBJECT
from duckrow.puppet.types.object import ObjectType
from duckrow.puppet.types.object_extension import ObjectExtensionType
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.regexp import RegexpType
from duckrow.puppet.types.semver import SemVerType
from duckrow.puppet.types.semver_range import SemVerRangeType
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.string import StringType
from duckrow.puppet.types.struct import StructType
from duckrow.puppet.types.timespan import TimespanType
from duckrow.puppet.types.timestamp import TimestampType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.unit import DEFAULT as UNIT
from duckrow.puppet.types.unit import UnitType
from duckrow.puppet.types.uri import UriType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.base import Type
    from duckrow.puppet.types.new.signature import Signatures

SIGNATURES: dict[type[Type], Signatures] = {
    ArrayType: signatures.ARRAY,
    BinaryType: signatures.BINARY,
    BooleanType: signatures.BOOLEAN,
    FloatType: signatures.FLOAT,
    HashType: signatures.HASH,
    IntegerType: signatures.INTEGER,
    NumericType: signatures.NUMERIC,
    RegexpType: signatures.REGEXP,
    SemVerRangeType: signatures.SEMVER_RANGE,
    SemVerType: signatures.SEMVER,
    SensitiveType: signatures.SENSITIVE,
    StringType: signatures.STRING,
    StructType: signatures.HASH,
    TimespanType: signatures.TIMESPAN,
    TimestampType: signatures.TIMESTAMP,
    TupleType: signatures.ARRAY,
    TypeType: signatures.TYPE,
    UnitType: signatures.UNIT,
    UriType: signatures.URI,
}


def made_type(type_: Type) -> Type:
    """Give the type whose values are made when a type is asked for that stands for another."""
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
    """Give the signatures of a type that stands for itself, or None if it cannot be made."""
    if isinstance(type_, InitType):
        if type_.type is None:
            return None
        return signatures.INIT_WITH_ARGUMENTS if type_.arguments else signatures.INIT
    if isinstance(type_, ObjectType) and type_ is not ANY_OBJECT:
        return signatures_of_object(type_)
    return SIGNATURES.get(type(type_))
