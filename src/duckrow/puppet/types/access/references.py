"""Parameters of types that hold types, name things, or are made by their parameters."""

from __future__ import annotations

from duckrow.puppet.types.access.parts import as_type, check_count, without_size
from duckrow.puppet.types.check import check
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.format.platform import class_name
from duckrow.puppet.types.generalize import generalize
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
from duckrow.puppet.types.model.references import (
    RUNTIME_NAME,
    ClassType,
    ResourceType,
    RuntimeType,
    TypeReferenceType,
)
from duckrow.puppet.types.model.scalars import NOT_EMPTY_STRING, exact_string
from duckrow.puppet.types.model.wrappers import (
    CallableType,
    InitType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)
from duckrow.puppet.types.objects.make import object_from_hash
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.types.objects.type_set_make import type_set_from_hash
from duckrow.puppet.types.type_text import capitalized, type_to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _variant(arguments: list[Any]) -> Type:
    check_count("Variant", arguments, "1 or more", len(arguments) > 0)
    return variant_type(map(as_type, arguments))


def _type_or_text(value: Any) -> Type:
    return exact_string(value) if isinstance(value, str) else as_type(value)


def _optional(arguments: list[Any]) -> Type:
    check_count("Optional", arguments, "1", len(arguments) == 1)
    return OptionalType(_type_or_text(arguments[0]))


def _not_undef(arguments: list[Any]) -> Type:
    check_count("NotUndef", arguments, "0 to 1", len(arguments) == 1)
    return not_undef_type(_type_or_text(arguments[0]))


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
        shown = f"{type_to_text(name)}-Type" if isinstance(name, Type) else class_name(name)
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
