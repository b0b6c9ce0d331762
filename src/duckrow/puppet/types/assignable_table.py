"""Tables of assignability: for each class of types yes, no, or a rule.

Like `kinds` for values: a type keeps a table of answers by the class of the other type, in which
aliases, Variants and Optionals on its own side are already taken apart.
"""

from __future__ import annotations

from duckrow.puppet.types.choices import choices
from duckrow.puppet.types.model.alias import AliasType, reached
from duckrow.puppet.types.model.basic import AnyType, DefaultType, UndefType
from duckrow.puppet.types.model.choices import OPTIONAL, NotUndefType, OptionalType, VariantType
from duckrow.puppet.types.model.collections import (
    ARRAY,
    COLLECTION,
    HASH,
    ArrayType,
    CollectionType,
    HashType,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import FLOAT, INTEGER, FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.references import (
    CLASS,
    RESOURCE,
    CatalogEntryType,
    ClassType,
    ResourceType,
)
from duckrow.puppet.types.model.rich_scalars import (
    SEMVER,
    TIMESPAN,
    TIMESTAMP,
    BinaryType,
    SemVerRangeType,
    SemVerType,
    TimespanType,
    TimestampType,
)
from duckrow.puppet.types.model.scalars import (
    BOOLEAN,
    REGEXP,
    STRING,
    BooleanType,
    EnumType,
    PatternType,
    RegexpType,
    ScalarDataType,
    ScalarType,
    StringType,
)
from duckrow.puppet.types.model.wrappers import SENSITIVE, TYPE, SensitiveType, TypeType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.puppet.types.model.base import Type

    Check = Callable[[Type], bool]
    Answer = bool | Check
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
# Types that are accepted with any content.
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
    (
        STRING,
        INTEGER,
        FLOAT,
        BOOLEAN,
        REGEXP,
        SEMVER,
        TIMESPAN,
        TIMESTAMP,
        COLLECTION,
        ARRAY,
        HASH,
        TYPE,
        SENSITIVE,
        CLASS,
        RESOURCE,
    )
)
_REMEMBERED = 1024
_KNOWN = frozenset(kind for kinds in _MAY_TAKE.values() for kind in kinds)
_TAKEN_APART = (AliasType, VariantType, OptionalType, NotUndefType)


def table(to: Type, rules: Mapping[type[Type], Rule], ask: Ask) -> dict[type, Answer] | None:
    """Make the table of a type; a class that is not in it needs the full question.

    `rules` compare one plain type with another and ask about parts. A table does not serve
    questions inside a recursive alias. While an alias is being resolved there is no table.
    """
    parts = list(reached(to))
    names = [part for part in parts if isinstance(part, AliasType)]
    if any(name.is_being_resolved for name in names):
        return None
    plains = list(choices(to))
    if any(is_defined for _, is_defined in plains) or any(name.is_recursive for name in names):
        return {}
    if OPTIONAL in parts:
        return {}  # as a value it is undef alone, yet every type fits it
    found: dict[type, Answer] = dict.fromkeys(_KNOWN, False)
    asked: dict[type, list[Type]] = {}
    for plain, _ in plains:
        if isinstance(plain, AnyType):
            # A Variant of nothing fits Any itself, but no choice that has Any in it.
            return dict.fromkeys(_KNOWN.union(_TAKEN_APART) if plain is to else _KNOWN, True)
        may_take = _MAY_TAKE.get(type(plain))
        if may_take is None:
            return {}
        takes_all = type(plain) in _TAKES_ALL or plain in _TAKES_ALL_BARE
        for kind in may_take:
            if takes_all:
                found[kind] = True
            else:
                asked.setdefault(kind, []).append(plain)
    for kind, some in asked.items():
        if found[kind] is False:
            special = _SPECIAL.get(kind)
            in_full = _in_full(some, rules, ask)
            found[kind] = special(some, ask, in_full) if special is not None else in_full
    return found


def _in_full(plains: list[Type], rules: Mapping[type[Type], Rule], ask: Ask) -> Check:
    """Ask the rule of each plain type in turn."""
    tries = [(rules[type(plain)], plain) for plain in plains]
    if len(tries) == 1:
        ((rule, plain),) = tries
        return lambda other: rule(plain, other, ask)

    def check(other: Type) -> bool:
        for rule, plain in tries:  # noqa: SIM110  (a generator costs more than the rules)
            if rule(plain, other, ask):
                return True
        return False

    return check


def _strings(plains: list[Type], _ask: Ask, in_full: Check) -> Check:
    """Check types of one string, the usual case; their content decides."""
    if all(isinstance(p, EnumType) and p.values and not p.ignores_case for p in plains):
        strings = frozenset(value for p in plains for value in p.values)  # type: ignore[attr-defined]
        return lambda other: other.value in strings  # type: ignore[attr-defined]
    known: dict[str, bool] = {}

    def check(other: StringType) -> bool:
        value = other.value
        if value is None:
            return in_full(other)
        found = known.get(value)
        if found is None:
            if len(known) >= _REMEMBERED:
                known.clear()
            found = known[value] = in_full(other)
        return found

    return check  # type: ignore[return-value]


def _integers(plains: list[Type], _ask: Ask, in_full: Check) -> Check:
    if len(plains) != 1 or not isinstance(plains[0], IntegerType):
        return in_full
    low, high = plains[0].low, plains[0].high

    def check(other: IntegerType) -> bool:
        first, last = other.low, other.high
        return (low is None or (first is not None and low <= first)) and (
            high is None or (last is not None and last <= high)
        )

    return check  # type: ignore[return-value]


def _tuples(plains: list[Type], ask: Ask, in_full: Check) -> Check:
    if len(plains) != 1 or not isinstance(plains[0], ArrayType):
        return in_full
    size, element = plains[0].size, plains[0].element
    low = 0 if size is None else size.low or 0
    high = None if size is None else size.high

    def check(other: TupleType) -> bool:
        if other.size is not None:
            return in_full(other)
        types = other.types
        if len(types) < low or (high is not None and len(types) > high):
            return False
        for part in types:  # noqa: SIM110
            if not ask(element, part):
                return False
        return True

    return check  # type: ignore[return-value]


# The kinds that inference makes most have checks of their own.
_SPECIAL: dict[type[Type], Callable[[list[Type], Ask, Check], Check]] = {
    StringType: _strings,
    IntegerType: _integers,
    TupleType: _tuples,
}
