"""Is a type assignable to another: is every value of one an instance of the other?

Types that represent others are opened here: aliases, Variant, Optional and NotUndef. One rule for
each kind of type decides about the rest; the table is at the end.

A type may contain itself through its name. While the question about a name is open, the same
question met again below counts as answered with yes; any other answer would be found on the way.
"""

from __future__ import annotations

from duckrow.puppet.types import assignable_collections as collections
from duckrow.puppet.types import assignable_objects as objects
from duckrow.puppet.types import assignable_references as references
from duckrow.puppet.types import assignable_scalars as scalars
from duckrow.puppet.types.assignable_table import table
from duckrow.puppet.types.choices import opened
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.model.alias import AliasType, unalias
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import UNDEF, AnyType, DefaultType, UndefType, UnitType
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType, VariantType
from duckrow.puppet.types.model.collections import (
    ArrayType,
    CollectionType,
    HashType,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.references import (
    CatalogEntryType,
    ClassType,
    ResourceType,
    RuntimeType,
    TypeReferenceType,
)
from duckrow.puppet.types.model.rich_scalars import (
    BinaryType,
    SemVerRangeType,
    SemVerType,
    TimespanType,
    TimestampType,
    UriType,
)
from duckrow.puppet.types.model.scalars import (
    BooleanType,
    EnumType,
    PatternType,
    RegexpType,
    ScalarDataType,
    ScalarType,
    StringType,
)
from duckrow.puppet.types.model.wrappers import (
    CallableType,
    InitType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect

    Ask = Callable[[Type, Type], bool]


def assignable(to: Type, other: Type, dialect: Dialect = PUPPET) -> bool:
    """Return whether every value of `other` is a value of `to`."""
    if dialect is not PUPPET and dialect.undef_fits_all:
        return _fits_or_is_undef(to, other)
    try:
        found = to._takes[other.__class__]
    except KeyError:
        return _fits(to, other, assignable, frozenset())
    except AttributeError:
        found = _answer(to, other)
        if found is None:
            return _fits(to, other, assignable, frozenset())
    if found is True or found is False:
        return found
    return found(other)  # type: ignore[no-any-return]


def assignable_once(to: Type, other: Type) -> bool:
    """Return the same for types that are asked about only once, such as inferred ones."""
    return _fits(to, other, assignable_once, frozenset())


def _answer(to: Type, other: Type) -> Any:
    made = table(to, RULES, assignable)
    if made is None:
        return None
    to._takes = made
    return made.get(type(other))


def _fits_or_is_undef(to: Type, other: Type) -> bool:
    return isinstance(other, UndefType) or _fits(to, other, _fits_or_is_undef, frozenset())


def accepts_undef(type_: Type) -> bool:
    """Return whether undef is a value of a type."""
    return assignable(type_, UNDEF)


def _fits(to: Type, other: Type, ask: Ask, open_: frozenset[tuple[str, Type]]) -> bool:
    kind = type(other)
    if kind is UnitType:
        return True
    if kind is AliasType:
        return _takes_name(to, other, ask)  # type: ignore[arg-type]
    if kind is VariantType:
        return _takes_variant(to, other, ask)  # type: ignore[arg-type]
    if kind is OptionalType:
        inner = other.type  # type: ignore[attr-defined]
        return ask(to, UNDEF) and (inner is None or ask(to, inner))
    if kind is NotUndefType:
        inner = other.type  # type: ignore[attr-defined]
        if inner is not None and not accepts_undef(inner):
            return ask(to, inner)
    if isinstance(to, AliasType):
        return _fits_name(to, other, ask, open_)
    rule = RULES.get(type(to))
    return rule is not None and rule(to, other, ask)


def _fits_name(to: AliasType, other: Type, ask: Ask, open_: frozenset[tuple[str, Type]]) -> bool:
    if not to.is_recursive:
        return ask(to.resolved, other)
    question = (to.alias, other)
    if question in open_:
        return True
    now_open = open_ | {question}
    is_lenient = ask is _fits_or_is_undef

    def ask_within(to: Type, other: Type) -> bool:
        if is_lenient and isinstance(other, UndefType):
            return True
        return _fits(to, other, ask_within, now_open)

    # Aliases that choose each other add nothing, so only their targets are asked.
    return any(ask_within(option, other) for option in opened(to))


def _takes_name(to: Type, other: AliasType, ask: Ask) -> bool:
    if not other.is_recursive:
        return ask(to, other.resolved)
    options = list(opened(other))
    if isinstance(unalias(other), VariantType):
        return _takes_variant(to, VariantType(tuple(options)), ask)
    return all(ask(to, option) for option in options)


def _takes_variant(to: Type, other: VariantType, ask: Ask) -> bool:
    if isinstance(to, AnyType | UnitType):
        return True
    if isinstance(to, VariantType) and not to.types:
        return True
    if not other.types:
        return isinstance(to, NotUndefType) and _not_undef(to, other, ask)
    return all(ask(to, type_) for type_ in other.types)


# Rules of the types that are here themselves


def _always(_to: Type, _other: Type, _ask: Ask) -> bool:
    return True


def _same_kind(to: Type, other: Type, _ask: Ask) -> bool:
    return type(to) is type(other)


def _equal(to: Type, other: Type, _ask: Ask) -> bool:
    return to == other


def _optional(to: OptionalType, other: Type, ask: Ask) -> bool:
    return isinstance(other, UndefType) or to.type is None or ask(to.type, other)


def _not_undef(to: NotUndefType, other: Type, ask: Ask) -> bool:
    return not accepts_undef(other) and (to.type is None or ask(to.type, other))


def _variant(to: VariantType, other: Type, ask: Ask) -> bool:
    return any(ask(type_, other) for type_ in to.types)


def _init(to: InitType, other: Type, ask: Ask) -> bool:
    # Sources of a type are rarely needed and expensive to import.
    from duckrow.puppet.types.new.sources import fits

    return fits(to, other, ask)


RULES: dict[type[Type], Callable[[Any, Type, Ask], bool]] = {
    AnyType: _always,
    UnitType: _always,
    UndefType: _same_kind,
    DefaultType: _same_kind,
    BinaryType: _same_kind,
    SemVerRangeType: _same_kind,
    TypeReferenceType: _equal,
    OptionalType: _optional,
    NotUndefType: _not_undef,
    VariantType: _variant,
    InitType: _init,
    ScalarType: scalars.scalar,
    ScalarDataType: scalars.scalar_data,
    NumericType: scalars.numeric,
    IntegerType: scalars.integer,
    FloatType: scalars.float_,
    StringType: scalars.string,
    EnumType: scalars.enum,
    PatternType: scalars.pattern,
    BooleanType: scalars.boolean,
    RegexpType: scalars.regexp,
    TimestampType: scalars.times,
    TimespanType: scalars.times,
    SemVerType: scalars.semver,
    CollectionType: collections.collection,
    ArrayType: collections.array,
    HashType: collections.hash_,
    TupleType: collections.tuple_,
    StructType: collections.struct,
    IterableType: collections.iterable,
    IteratorType: collections.iterator,
    TypeType: references.type_,
    SensitiveType: references.sensitive,
    CatalogEntryType: references.catalog_entry,
    ClassType: references.class_,
    ResourceType: references.resource,
    CallableType: references.callable_,
    RuntimeType: references.runtime,
    ObjectType: objects.object_type,
    ObjectExtensionType: objects.extension,
    TypeSetType: objects.type_set,
    UriType: references.uri,
}
