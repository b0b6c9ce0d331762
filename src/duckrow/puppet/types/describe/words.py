"""The words of a type mismatch: how much of the expected and the actual type is shown.

Types are shown in full only where it helps: when both are of the same kind, or when the value would
fit without the parameters. Otherwise the names of the two are enough.
"""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.describe.names import expanded
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.model.alias import AliasType, unalias
from duckrow.puppet.types.model.basic import ANY, UNIT, AnyType
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType, VariantType
from duckrow.puppet.types.model.collections import ArrayType, HashType, StructType, TupleType
from duckrow.puppet.types.model.scalars import StringType
from duckrow.puppet.types.model.wrappers import (
    InitType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)
from duckrow.puppet.types.names import NAMED
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type

_CONTAINING = (
    InitType,
    IterableType,
    IteratorType,
    NotUndefType,
    OptionalType,
    SensitiveType,
    TypeType,
)

# The unparameterized type of each kind is the first one that has a name.
_DEFAULTS: dict[type[Type], Type] = {type(UNIT): UNIT}
for _known in NAMED.values():
    _DEFAULTS.setdefault(type(_known), _known)


def wrong_type(expected: Type, actual: Type) -> str:
    """Return the message that another type, or one of several, is expected."""
    is_optional = isinstance(expected, OptionalType)
    if isinstance(expected, OptionalType):
        expected = expected.type or ANY
    options = list(expected.types) if isinstance(expected, VariantType) else [expected]
    if _needs_detail(options, actual):
        names = [expanded(option) for option in options]
        found = _detailed(options, actual)
    else:
        names = list(dict.fromkeys(map(short_name, options)))
        found = short_name(actual)
    if is_optional:
        names.insert(0, "Undef")
    if len(names) == 1:
        return f"expects {_article(names[0])} {names[0]} value, got {found}"
    return f"expects a value of type {_alternatives(names)}, got {found}"


def wrong_pattern(expected: Type, actual: Type) -> str:
    """Return the message that one of several strings, or a match of a pattern, is expected."""
    undef = ""
    if isinstance(expected, OptionalType):
        expected = expected.type or ANY
        undef = "an undef value or "
    if isinstance(actual, StringType) and actual.value is not None:
        found = f"'{actual.value}'"
    else:
        found = short_name(actual)
    return f"expects {undef}a match for {expanded(expected)}, got {found}"


def short_name(type_: Type) -> str:
    """Return the name of a type, with the name of the one it contains if it contains one."""
    if isinstance(type_, _CONTAINING):
        inner = type_.type
        if inner is not None and type(inner) is not AnyType:
            return f"{type_.name}[{_name(inner)}]"
    return _name(type_)


def _name(type_: Type) -> str:
    match type_:
        case AliasType():
            return type_.alias
        case ObjectType():
            return type_.label
        case ObjectExtensionType():
            return type_.base.label
        case TypeSetType():
            return type_.type_name or type_.name
    return type_.name


def _article(name: str) -> str:
    return "an" if name[:1].lower() in "aeiouy" else "a"


def _alternatives(names: list[str]) -> str:
    if len(names) == 2:
        return f"{names[0]} or {names[1]}"
    return f"{', '.join(names[:-1])}, or {''.join(names[-1:])}"


def _needs_detail(options: list[Type], actual: Type) -> bool:
    if _is_akin(options, actual):
        return True
    # A kind without a name, as an object type with values for its parameters, counts as Any.
    kinds = (_DEFAULTS.get(type(option), ANY) for option in options)
    return any(assignable(kind, actual) for kind in kinds)


def _is_akin(options: list[Type], actual: Type) -> bool:
    """Return whether an option has the kind of the actual type, so that only parameters differ."""
    if isinstance(actual, AliasType):
        return True
    for option in options:
        match option:
            case AliasType():
                return True
            case StructType() if isinstance(actual, HashType):
                return True
            case TupleType() if isinstance(actual, ArrayType):
                return True
        if type(option) is type(actual):
            return True
    return False


def _detailed(options: list[Type], actual: Type) -> str:
    resolved = [unalias(option) for option in options]
    if _is_akin(resolved, actual):
        return expanded(actual)
    wider = generalize(actual)
    if any(assignable(option, wider) for option in resolved):
        return expanded(actual)
    return type(actual).name if isinstance(actual, TypeSetType) else _name(actual).split("::")[-1]
