"""What a type says to each kind of type that may fit it: yes, no, or a rule to ask.

Like `kinds` for values: a type keeps a table of answers by the class of the other type, in which
names, Variants and Optionals on its own side are already taken apart.
"""

from __future__ import annotations

from duckrow.puppet.types import (
    array,
    boolean,
    class_,
    collection,
    integer,
    optional,
    regexp,
    resource,
    semver,
    sensitive,
    string,
    timespan,
    timestamp,
    type_,
)
from duckrow.puppet.types import float as float_
from duckrow.puppet.types import hash as hash_
from duckrow.puppet.types.alias import AliasType, reached
from duckrow.puppet.types.any import AnyType
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.assignable_scalars import remembering_pattern
from duckrow.puppet.types.binary import BinaryType
from duckrow.puppet.types.boolean import BooleanType
from duckrow.puppet.types.catalog_entry import CatalogEntryType
from duckrow.puppet.types.choices import choices
from duckrow.puppet.types.class_ import ClassType
from duckrow.puppet.types.collection import CollectionType
from duckrow.puppet.types.default import DefaultType
from duckrow.puppet.types.enum import EnumType
from duckrow.puppet.types.float import FloatType
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.integer import IntegerType
from duckrow.puppet.types.not_undef import NotUndefType
from duckrow.puppet.types.numeric import NumericType
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.pattern import PatternType
from duckrow.puppet.types.regexp import RegexpType
from duckrow.puppet.types.resource import ResourceType
from duckrow.puppet.types.scalar import ScalarType
from duckrow.puppet.types.scalar_data import ScalarDataType
from duckrow.puppet.types.semver import SemVerType
from duckrow.puppet.types.semver_range import SemVerRangeType
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.string import StringType
from duckrow.puppet.types.struct import StructType
from duckrow.puppet.types.timespan import TimespanType
from duckrow.puppet.types.timestamp import TimestampType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.undef import UndefType
from duckrow.puppet.types.variant import VariantType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.puppet.types.base import Type

    Answer = bool | Callable[[Type], bool]
    Ask = Callable[[Type, Type], bool]
    Rule = Callable[[Any, Type, Ask], bool]

_STRINGS = (StringType, EnumType, PatternType)
_NUMBERS = (NumericType, IntegerType, FloatType)
_SCALAR_DATA = (ScalarDataType, *_NUMBERS, *_STRINGS, BooleanType)
_SCALAR = (
    *_SCALAR_DATA,
    ScalarType,
    RegexpType,
    SemVerType,
    SemVerRangeType,
    TimespanType,
    TimestampType,
)
# The classes of types that a type may take, where it is known from the class alone which ones.
_MAY_TAKE: dict[type[Type], tuple[type[Type], ...]] = {
    UndefType: (UndefType,),
    DefaultType: (DefaultType,),
    BinaryType: (BinaryType,),
    ScalarType: _SCALAR,
    ScalarDataType: _SCALAR_DATA,
    NumericType: _NUMBERS,
    IntegerType: (IntegerType,),
    FloatType: (FloatType,),
    StringType: _STRINGS,
    EnumType: _STRINGS,
    PatternType: _STRINGS,
    BooleanType: (BooleanType,),
    RegexpType: (RegexpType,),
    SemVerType: (SemVerType,),
    TimespanType: (TimespanType,),
    TimestampType: (TimestampType,),
    CollectionType: (CollectionType, ArrayType, HashType, TupleType, StructType),
    ArrayType: (ArrayType, TupleType),
    HashType: (HashType, StructType),
    TupleType: (TupleType, ArrayType),
    StructType: (StructType, HashType),
    TypeType: (TypeType,),
    SensitiveType: (SensitiveType,),
    ClassType: (ClassType,),
    ResourceType: (ResourceType,),
    CatalogEntryType: (CatalogEntryType, ClassType, ResourceType),
}
# Those of which it takes all, whatever they hold.
_TAKES_ALL = (
    UndefType,
    DefaultType,
    BinaryType,
    ScalarType,
    ScalarDataType,
    NumericType,
    CatalogEntryType,
)
_TAKES_ALL_BARE = frozenset(
    module.DEFAULT
    for module in (
        string,
        integer,
        float_,
        boolean,
        regexp,
        semver,
        timespan,
        timestamp,
        collection,
        array,
        hash_,
        type_,
        sensitive,
        class_,
        resource,
    )
)
_KNOWN = frozenset(kind for kinds in _MAY_TAKE.values() for kind in kinds)
_TAKEN_APART = (AliasType, VariantType, OptionalType, NotUndefType)


def table(to: Type, rules: Mapping[type[Type], Rule], ask: Ask) -> dict[type, Answer] | None:
    """Make the table of a type; what has no answer in it must be asked in full.

    `rules` judge one plain type against another, asking about parts. A table is for questions that
    are not part of one about a name that contains itself. While a name is being worked out there is
    no table.
    """
    parts = list(reached(to))
    names = [part for part in parts if isinstance(part, AliasType)]
    if any(name.is_being_resolved for name in names):
        return None
    plains = list(choices(to))
    if any(is_defined for _, is_defined in plains) or any(name.is_recursive for name in names):
        return {}
    if optional.DEFAULT in parts:
        return {}  # as a value it is undef alone, yet every type fits it
    found: dict[type, Answer] = dict.fromkeys(_KNOWN, False)
    for plain, _ in plains:
        if isinstance(plain, AnyType):
            # A Variant of nothing fits Any itself, but no choice that has Any in it.
            return dict.fromkeys(_KNOWN.union(_TAKEN_APART) if plain is to else _KNOWN, True)
        may_take = _MAY_TAKE.get(type(plain))
        if may_take is None:
            return {}
        answer = True if type(plain) in _TAKES_ALL or plain in _TAKES_ALL_BARE else None
        for kind in may_take:
            found[kind] = _either(found[kind], answer or _asks(plain, kind, rules, ask))
    return found


def _asks(plain: Type, kind: type[Type], rules: Mapping[type[Type], Rule], ask: Ask) -> Answer:
    match plain:
        case PatternType():
            return remembering_pattern(plain)
        case EnumType((_, *_) as values, False) if kind is StringType:
            strings = frozenset(values)
            return lambda other: other.value in strings  # type: ignore[attr-defined]
    rule = rules[type(plain)]
    return lambda other: rule(plain, other, ask)


def _either(one: Answer, other: Answer) -> Answer:
    if one is True or other is True:
        return True
    if isinstance(one, bool):
        return other
    if isinstance(other, bool):
        return one
    return lambda value: one(value) or other(value)
