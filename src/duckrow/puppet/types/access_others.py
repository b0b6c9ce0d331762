"""Parameters of types that hold types, name things, or are made by their parameters."""

from __future__ import annotations

from duckrow.puppet.types import any as any_
from duckrow.puppet.types import string
from duckrow.puppet.types import unit as unit_
from duckrow.puppet.types.access_parts import as_type, check_count, without_size
from duckrow.puppet.types.alias import unalias
from duckrow.puppet.types.base import Type
from duckrow.puppet.types.callable import CallableType
from duckrow.puppet.types.check import check
from duckrow.puppet.types.class_ import ClassType
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.format.platform import class_name
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.init import InitType
from duckrow.puppet.types.iterable import IterableType
from duckrow.puppet.types.iterator import IteratorType
from duckrow.puppet.types.not_undef import NotUndefType, not_undef
from duckrow.puppet.types.object import ObjectType
from duckrow.puppet.types.object_make import object_from_hash
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.resource import ResourceType
from duckrow.puppet.types.runtime import NAME as RUNTIME_NAME
from duckrow.puppet.types.runtime import RuntimeType
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.string import NOT_EMPTY_STRING
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.type_reference import TypeReferenceType
from duckrow.puppet.types.type_set import TypeSetType
from duckrow.puppet.types.type_set_make import type_set_from_hash
from duckrow.puppet.types.variant import VariantType, variant
from duckrow.puppet.types.written import capitalized, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _variant(arguments: list[Any]) -> Type:
    check_count("Variant", arguments, "1 or more", len(arguments) > 0)
    return variant(map(as_type, arguments))


def _type_or_text(value: Any) -> Type:
    return string.exactly(value) if isinstance(value, str) else as_type(value)


def _optional(arguments: list[Any]) -> Type:
    check_count("Optional", arguments, "1", len(arguments) == 1)
    return OptionalType(_type_or_text(arguments[0]))


def _not_undef(arguments: list[Any]) -> Type:
    check_count("NotUndef", arguments, "0 to 1", len(arguments) == 1)
    return not_undef(_type_or_text(arguments[0]))


def _of_one_type(
    name: str, make: Callable[[Type], Type], wanted: str = "1"
) -> Callable[[list[Any]], Type]:
    def rule(arguments: list[Any]) -> Type:
        check_count(name, arguments, wanted, len(arguments) == 1)
        return make(as_type(arguments[0]))

    return rule


def _sensitive(type_: Type) -> Type:
    return SensitiveType(generalize(type_))


def _callable(arguments: list[Any]) -> Type:
    returns = None
    if len(arguments) > 1 and isinstance(arguments[0], list):
        wanted = "2 when first parameter is an array"
        check_count("callable", arguments, wanted, len(arguments) == 2)
        arguments, returns = arguments[0], as_type(arguments[1])
        if isinstance(returns, type(any_.DEFAULT)):
            returns = None
    block = None
    if arguments and isinstance(arguments[-1], Type) and is_callable(arguments[-1]):
        *arguments, block = arguments
    types, size = without_size(arguments)
    parameters = tuple(map(as_type, types))
    if not parameters and size is not None and size.high != 0:
        parameters = (unit_.DEFAULT,)
    return CallableType(TupleType(parameters, size), block, returns)


def is_callable(type_: Type) -> bool:
    """Tell whether a type is a kind of Callable, perhaps an optional one."""
    type_ = unalias(type_)
    match type_:
        case CallableType():
            return True
        case OptionalType():
            return type_.type is not None and is_callable(type_.type)
        case VariantType():
            return all(map(is_callable, type_.types))
    return False


def _class(arguments: list[Any]) -> Type:
    check_count("Class", arguments, "1", len(arguments) == 1)
    name = arguments[0]
    if name is None:
        return ClassType(None)
    if not isinstance(name, str):
        shown = f"{written(name)}-Type" if isinstance(name, Type) else class_name(name)
        raise TypeSyntaxError(
            "Illegal Class name in class reference. "
            f"A {shown} cannot be used where a String is expected"
        )
    return ClassType(name.removeprefix("::"))


def _resource(arguments: list[Any]) -> Type:
    check_count("Resource", arguments, "1 or 2", len(arguments) in (1, 2))
    kind = arguments[0]
    match kind:
        case ResourceType():
            name = kind.type_name
        case TypeReferenceType():
            name = kind.type_string
        case str():
            name = capitalized(kind)
            if not _is_type_name(name):
                raise TypeSyntaxError(f"Illegal type name '{name}'")
        case None if len(arguments) == 1:
            name = None
        case _:
            raise TypeSyntaxError(f"The type name cannot be a {class_name(kind)}")
    title = arguments[1] if len(arguments) > 1 else None
    return ResourceType(name, as_title(title, f"{name}[{title}]"))


def as_title(title: Any, shown: str) -> Any:
    """Give what may be a title; `shown` is the expression it stands in."""
    if title is None or isinstance(title, str | list):
        return title
    raise TypeSyntaxError(f"The expression <{shown}> is not a valid type specification.")


def _is_type_name(name: str) -> bool:
    segments = name.removeprefix("::").split("::")
    return all(
        segment[:1].isupper() and segment.replace("_", "a").isalnum() for segment in segments
    )


def _runtime(arguments: list[Any]) -> Type:
    check_count("Runtime", arguments, "2", len(arguments) == 2)
    platform, name = arguments
    check("Runtime 'runtime'", NOT_EMPTY_STRING, platform)
    check("Runtime 'name_or_pattern'", RUNTIME_NAME, name, undef_ok=True)
    if isinstance(name, list):
        source, replacement = name
        return RuntimeType(platform, (source.source, replacement))
    return RuntimeType(platform, name)


def _object(arguments: list[Any]) -> Type:
    check_count("Object", arguments, "1", len(arguments) == 1)
    return object_from_hash(arguments[0])


def _type_set(arguments: list[Any]) -> Type:
    check_count("Object", arguments, "1", len(arguments) == 1)  # the reference's own slip
    return type_set_from_hash(arguments[0])


def _init(arguments: list[Any]) -> Type:
    return InitType(as_type(arguments[0]), tuple(arguments[1:]))


RULES: dict[type[Type], Callable[[list[Any]], Type]] = {
    VariantType: _variant,
    OptionalType: _optional,
    NotUndefType: _not_undef,
    IterableType: _of_one_type("Iterable", IterableType),
    IteratorType: _of_one_type("Iterator", IteratorType),
    TypeType: _of_one_type("Type", TypeType),
    SensitiveType: _of_one_type("Sensitive", _sensitive, "0 to 1"),
    CallableType: _callable,
    ClassType: _class,
    ResourceType: _resource,
    RuntimeType: _runtime,
    InitType: _init,
    ObjectType: _object,
    TypeSetType: _type_set,
}
