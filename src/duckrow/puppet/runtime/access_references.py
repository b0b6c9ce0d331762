"""Brackets after references: File['a'], Class['a', 'b'], File['a']['mode'].

A resource type with titles becomes references to resources, and a reference with a name returns the
value of that parameter. Several keys, or an array of keys, return an array.
"""

from __future__ import annotations

from duckrow.puppet.runtime.access import access
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.labels import a_an, label, type_text, with_capital_article
from duckrow.puppet.runtime.location import here
from duckrow.puppet.runtime.references import as_parameter
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def reference(scope: Scope, type_: object, title: object) -> object:
    """Return type_[title], where the type is probably that of resources."""
    if (
        type(title) is str
        and type(type_) is ResourceType
        and type_.type_name
        and type_.title is None
    ):
        return ResourceType(type_.type_name, title)
    return access(scope, type_, title)


def access_resource(scope: Scope, type_: ResourceType, keys: list[object]) -> object:
    """Return references by title; of a reference, values of parameters by name."""
    if type_.title is None and type_.type_name and len(keys) == 1 and type(keys[0]) is str:
        return ResourceType(type_.type_name, keys[0])  # nearly always
    if not keys:
        raise _no_keys(type_)
    if type_.type_name is None:
        if len(keys) == 1 and isinstance(keys[0], ResourceType):
            return keys[0]
        name, *keys = _type_name(keys[0]), *keys[1:]
    else:
        name = type_.type_name
    if not _is_type_name(name):
        raise EvaluationError(
            f"Illegal type reference. The given name '{name}' does not conform to the naming rule",
            "illegal-classref",
            "key0",
        )
    is_many = len(keys) > 1 or (bool(keys) and type(keys[0]) is list)
    found = [key for key in flattened(keys) if key is not None]
    if keys and not found:
        _tell_empty(scope)
        return [] if is_many else None
    if type_.title is not None:
        resource = scope.build.find_resource(name, type_.title, scope)
        values = _parameters(scope, resource, name, type_.title, found)
        return values if is_many else values[-1]
    if not found:
        return ResourceType(name, None)
    shift = 1 if len(found) != len(keys) else 0
    for index, title in enumerate(found):
        if type(title) is not str:
            raise EvaluationError(
                f"Error creating type specialization of {a_an(type_)}, "
                f"Cannot use {type_text(title)} where a resource title String is expected",
                "bad-type-specialization",
                f"key{index + shift}",
            )
    references = [ResourceType(name, title) for title in found]
    return references if is_many else references[-1]


def _type_name(key: object) -> str:
    """Return the name of the type that Resource[key] means."""
    if isinstance(key, ResourceType) and key.type_name is not None:
        return key.type_name
    if type(key) is str:
        from duckrow.puppet.types.type_text import capitalized

        return capitalized(key)
    raise EvaluationError(
        f"First argument to Resource[] must be a resource type or a String. Got {type_text(key)}.",
        "illegal-resource-specialization",
        "key0",
    )


def _is_type_name(name: str) -> bool:
    return all(
        segment[:1].isupper() and segment.isascii() and segment.replace("_", "a").isalnum()
        for segment in name.removeprefix("::").split("::")
    )


def access_class(scope: Scope, type_: ClassType, keys: list[object]) -> object:
    """Return references to classes by name; of a reference, values of parameters by name."""
    if type_.class_name is None and len(keys) == 1 and type(keys[0]) is str:
        name = _CLASS_NAMES[keys[0]]
        if name is not None:
            return ClassType(name)  # nearly always
    if not keys:
        raise _no_keys(type_)
    is_many = len(keys) > 1 or type(keys[0]) is list
    found = [key for key in flattened(keys) if key is not None]
    if not found:
        _tell_empty(scope)
        return [] if is_many else None
    values: list[Any]
    if type_.class_name is None:
        values = [ClassType(_class_name(name, f"key{i}")) for i, name in enumerate(found)]
    else:
        resource = scope.build.find_resource("class", type_.class_name, scope)
        values = _parameters(scope, resource, "Class", type_.class_name, found)
    return values if is_many else values[-1]


def _class_name(given: object, part: str) -> str:
    if type(given) is not str:
        raise EvaluationError(
            "Illegal Class name in class reference. "
            f"{with_capital_article(label(given))} cannot be used where a String is expected",
            "illegal-hostclass-name",
            part,
        )
    name = given.lower().removeprefix("::")
    if not _is_class_name(name):
        raise EvaluationError(
            f"Illegal name. The given name '{given}' does not conform to the naming rule "
            r"/^((::)?[a-z_]\w*)(::[a-z]\w*)*$/",
            "illegal-name",
            part,
        )
    return name


def _is_class_name(name: str) -> bool:
    return all(
        "a" <= segment[:1] <= "z" and segment.isascii() and segment.replace("_", "a").isalnum()
        for segment in name.removeprefix("::").split("::")
    )


def _valid_class_name(given: str) -> str | None:
    name = given.lower().removeprefix("::")
    return name if _is_class_name(name) else None


_CLASS_NAMES = Results(_valid_class_name, 4096)


def _tell_empty(scope: Scope) -> None:
    """Log that a reference refers to nothing."""
    if scope.build.settings.get("log_level") != "debug":
        return
    location = here()
    scope.build.log(
        "warning",
        "Arguments to Resource[] are all empty/undefined",
        location=None if location is None else location.part("key0"),
        code="empty-resource-specialization",
    )


def _no_keys(type_: ResourceType | ClassType) -> EvaluationError:
    from duckrow.puppet.types.type_text import type_to_text

    return EvaluationError(
        f"{type_to_text(type_)}[] accepts 1 or more arguments. Got 0", "bad-type-slice-arity"
    )


def _parameters(
    scope: Scope, resource: object, type_name: str, title: str, names: list[Any]
) -> list[Any]:
    """Return values of parameters of a resource that is in the catalog."""
    if resource is None:
        raise EvaluationError(f"Resource not found: {type_name}['{title}']", "unknown-resource")
    for name in names:
        if type(name) is not str or not _has_parameter(scope, resource, name):
            from duckrow.puppet.types.format.interpolated import object_to_s
            from duckrow.ruby.values.to_s import to_s

            raise EvaluationError(
                f"The resource {type_name.capitalize()}['{title}'] does not have a parameter "
                f"called '{to_s(name, object_to_s)}'",
                "unknown-resource-parameter",
            )
    return [as_parameter(_value_of(resource, name)) for name in names]


def _has_parameter(scope: Scope, resource: Any, name: str) -> bool:
    if resource.description is not None:
        return bool(resource.description.is_attribute(name))
    if name == "name" or any(name == known.name for known in resource.definition.parameters):
        return True
    # The attributes of every resource.
    return bool(scope.build.loaders.find_resource_type("whit").is_attribute(name))


def _value_of(resource: Any, name: str) -> object:
    """Return a parameter of a resource, else the resource default at its declaration."""
    value = resource.get(name)
    if value is not None or resource.scope is None:
        return value
    scope: Scope | None = resource.scope
    while scope is not None:
        if scope.defaults is not None:
            given = scope.defaults.get(resource.type)
            if given is not None and name in given:
                return given[name].value
        scope = scope.parent
    return None
