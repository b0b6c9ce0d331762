"""Parameters of Class, Resource, Runtime, Init, Object and TypeSet."""

from __future__ import annotations

from duckrow.puppet.types.access.parts import as_title, as_type, check_count
from duckrow.puppet.types.check import check
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import (
    RUNTIME_NAME,
    ClassType,
    ResourceType,
    RuntimeType,
    TypeReferenceType,
)
from duckrow.puppet.types.model.scalars import NOT_EMPTY_STRING
from duckrow.puppet.types.model.wrappers import InitType
from duckrow.puppet.types.objects.make import object_from_hash
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.types.objects.type_set_make import type_set_from_hash
from duckrow.puppet.types.type_text import capitalized, type_to_text
from duckrow.ruby.values.class_names import class_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _class(arguments: list[object]) -> Type:
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


def _resource(arguments: list[object]) -> Type:
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


def _object(arguments: list[object]) -> Type:
    check_count("Object", arguments, "1", len(arguments) == 1)
    return object_from_hash(arguments[0])


def _type_set(arguments: list[object]) -> Type:
    check_count("Object", arguments, "1", len(arguments) == 1)  # the reference's own slip
    return type_set_from_hash(arguments[0])


def _init(arguments: list[object]) -> Type:
    return InitType(as_type(arguments[0]), tuple(arguments[1:]))


RULES: dict[type[Type], Callable[[list[object]], Type]] = {
    ClassType: _class,
    ResourceType: _resource,
    RuntimeType: _runtime,
    InitType: _init,
    ObjectType: _object,
    TypeSetType: _type_set,
}
