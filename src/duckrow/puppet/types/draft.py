"""The differences of the draft of the language: names and common types."""

from __future__ import annotations

from duckrow.puppet.types.assignable import accepts_undef, assignable
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.basic import ANY, UNDEF, UndefType
from duckrow.puppet.types.model.choices import VARIANT as NOTHING
from duckrow.puppet.types.model.choices import OptionalType, VariantType
from duckrow.puppet.types.model.collections import ArrayType, HashType
from duckrow.puppet.types.model.numbers import ANY_SIZE, FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.references import RuntimeType
from duckrow.puppet.types.model.scalars import SCALAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.types.dialect import Dialect
    from duckrow.puppet.types.model.base import Type

    Common = Callable[[Type, Type], Type]

_NUMBERS = (IntegerType, FloatType, NumericType)
_RESERVED = ("c", "go", "jvm")


def _data() -> Type:
    return VariantType(
        (
            SCALAR,
            UNDEF,
            HashType(SCALAR, DATA, None),
            ArrayType(DATA, None),
        )
    )


DATA = AliasType("Data", _data)

# The meaning of a name without brackets, by the rule that sets it.
_BARE: dict[str, dict[str, Type]] = {
    "bare_collections_hold_data": {
        "array": ArrayType(DATA, None),
        "hash": HashType(SCALAR, DATA, None),
    },
    "bare_optional_is_empty": {"optional": NOTHING},
    "bare_pattern_is_empty": {"pattern": NOTHING},
    "data_has_scalar_keys": {"data": DATA},
}
# The meaning of a name with and without brackets.
_NAMES: dict[str, Type] = {
    "object": ANY,
    "literal": SCALAR,
    "ruby": RuntimeType("ruby", None),
}


def named(name: str, dialect: Dialect, *, is_bare: bool) -> Type | None:
    """Return the meaning of a name in a dialect if it differs from today's meaning."""
    if is_bare:
        for rule, names in _BARE.items():
            if name in names and getattr(dialect, rule):
                return names[name]
    if not dialect.has_draft_names:
        return None
    if name in _RESERVED:
        raise TypeSyntaxError(f"The type name '{name.capitalize()}' is reserved for a platform")
    return _NAMES.get(name)


def common(one: Type, other: Type, dialect: Dialect, ask: Common) -> Type | None:
    """Return the common type of two types where a dialect's rules decide it."""
    if dialect.undef_widens and (isinstance(one, UndefType) or isinstance(other, UndefType)):
        rest = other if isinstance(one, UndefType) else one
        return rest if accepts_undef(rest) else ANY
    if dialect.optional_takes_part:
        found = _of_optionals(one, other, ask)
        if found is not None:
            return found
    if dialect.sizes_merge:
        found = _of_sized(one, other, ask)
        if found is not None:
            return found
    if dialect.numbers_stay_apart and _differ_in_number(one, other):
        return ANY
    return None


def _of_optionals(one: Type, other: Type, ask: Common) -> Type | None:
    match one, other:
        case OptionalType(type=mine), OptionalType(type=theirs) if mine and theirs:
            return OptionalType(ask(mine, theirs))
        case (OptionalType(type=inner), plain) | (plain, OptionalType(type=inner)) if (
            inner == plain
        ):
            return plain
    return None


def _of_sized(one: Type, other: Type, ask: Common) -> Type | None:
    match one, other:
        case ArrayType(), ArrayType():
            return ArrayType(ask(one.element, other.element), _spanned(one.size, other.size))
        case HashType(), HashType():
            key = ask(one.key_type, other.key_type)
            value = ask(one.value_type, other.value_type)
            return HashType(key, value, _spanned(one.size, other.size))
    return None


def _spanned(one: IntegerType | None, other: IntegerType | None) -> IntegerType | None:
    one, other = one or ANY_SIZE, other or ANY_SIZE
    low = min(one.low or 0, other.low or 0)
    high = None if one.high is None or other.high is None else max(one.high, other.high)
    return None if low == 0 and high is None else IntegerType(low, high)


def _differ_in_number(one: Type, other: Type) -> bool:
    if isinstance(one, _NUMBERS) == isinstance(other, _NUMBERS):
        return False
    return not assignable(one, other) and not assignable(other, one)
