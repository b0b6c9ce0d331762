"""Parameters of Variant, Optional, NotUndef, Iterable, Iterator, Type, Sensitive and Callable."""

from __future__ import annotations

from duckrow.puppet.types.access.parts import as_type, check_count, without_size
from duckrow.puppet.types.model.alias import unalias
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY, UNIT
from duckrow.puppet.types.model.choices import (
    NotUndefType,
    OptionalType,
    VariantType,
    not_undef_type,
    variant_type,
)
from duckrow.puppet.types.model.collections import TupleType
from duckrow.puppet.types.model.scalars import exact_string
from duckrow.puppet.types.model.wrappers import (
    CallableType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _variant(arguments: list[object]) -> Type:
    check_count("Variant", arguments, "1 or more", len(arguments) > 0)
    return variant_type(map(as_type, arguments))


def _type_or_text(value: object) -> Type:
    return exact_string(value) if isinstance(value, str) else as_type(value)


def _optional(arguments: list[object]) -> Type:
    check_count("Optional", arguments, "1", len(arguments) == 1)
    return OptionalType(_type_or_text(arguments[0]))


def _not_undef(arguments: list[object]) -> Type:
    check_count("NotUndef", arguments, "0 to 1", len(arguments) == 1)
    return not_undef_type(_type_or_text(arguments[0]))


def _of_one_type(
    name: str, make: Callable[[Type], Type], wanted: str = "1"
) -> Callable[[list[object]], Type]:
    """Return the rule for a type with one parameter, which is a type."""

    def rule(arguments: list[object]) -> Type:
        check_count(name, arguments, wanted, len(arguments) == 1)
        return make(as_type(arguments[0]))

    return rule


def _callable(arguments: list[Any]) -> Type:
    returns = None
    if len(arguments) > 1 and isinstance(arguments[0], list):
        wanted = "2 when first parameter is an array"
        check_count("callable", arguments, wanted, len(arguments) == 2)
        arguments, returns = arguments[0], as_type(arguments[1])
        if isinstance(returns, type(ANY)):
            returns = None
    block = None
    if arguments and isinstance(arguments[-1], Type) and is_callable(arguments[-1]):
        *arguments, block = arguments
    types, size = without_size(arguments)
    parameters = tuple(map(as_type, types))
    if not parameters and size is not None and size.high != 0:
        parameters = (UNIT,)
    return CallableType(TupleType(parameters, size), block, returns)


def is_callable(type_: Type) -> bool:
    """Return whether a type is a kind of Callable, perhaps an optional one."""
    type_ = unalias(type_)
    match type_:
        case CallableType():
            return True
        case OptionalType():
            return type_.type is not None and is_callable(type_.type)
        case VariantType():
            return all(map(is_callable, type_.types))
    return False


def _sensitive(type_: Type) -> Type:
    from duckrow.puppet.types.generalize import generalize

    return SensitiveType(generalize(type_))


RULES: dict[type[Type], Callable[[list[object]], Type]] = {
    VariantType: _variant,
    OptionalType: _optional,
    NotUndefType: _not_undef,
    IterableType: _of_one_type("Iterable", IterableType),
    IteratorType: _of_one_type("Iterator", IteratorType),
    TypeType: _of_one_type("Type", TypeType),
    SensitiveType: _of_one_type("Sensitive", _sensitive, "0 to 1"),
    CallableType: _callable,
}
