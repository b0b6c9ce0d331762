"""defined(references...): return whether a variable, class, type or resource exists.

A name asks for a class or type that can be loaded, a reference for a resource that was declared so
far; `Type[Class['a']]` asks for a class that can be loaded.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.variables import exists
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.puppet.types.model.wrappers import TypeType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _defined(scope: Scope, *values: object) -> bool:
    return any(_is_defined(scope, value) for value in values)


def _is_defined(scope: Scope, value: object) -> bool:
    if type(value) is str:
        return _is_known(scope, value)
    if isinstance(value, ResourceType):
        return _is_resource(scope, value.type_name, value.title)
    if isinstance(value, ClassType):
        return scope.build.find_resource("class", _named(value)) is not None
    inner = value.type if isinstance(value, TypeType) else None
    if isinstance(inner, ResourceType):
        return _is_resource(scope, inner.type_name, inner.title)
    if isinstance(inner, ClassType):
        return scope.build.loaders.find_class(_named(inner)) is not None
    return False


def _is_known(scope: Scope, name: str) -> bool:
    if name.startswith("$") and len(name) > 1:
        return _is_variable(scope, name[1:])
    if not name:
        return False
    loaders = scope.build.loaders
    return name == "main" or _is_type(scope, name) or loaders.find_class(name) is not None


def _is_type(scope: Scope, name: str) -> bool:
    loaders = scope.build.loaders
    if ":" not in name and loaders.find_resource_type(name.lower()) is not None:
        return True
    return loaders.find_define(name) is not None


def _is_variable(scope: Scope, name: str) -> bool:
    class_name, colons, leaf = name.rpartition("::")
    if leaf in ("module_name", "caller_module_name") and not class_name:
        return True
    if name.isdecimal():
        # Numbered variables exist once a pattern has matched.
        return scope.match is not None
    return exists(scope, name if class_name or not colons else leaf)


def _is_resource(scope: Scope, type_name: str | None, title: str | None) -> bool:
    if type_name is None:
        raise EvaluationError("The given resource type is a reference to all kind of types")
    if title is None:
        return _is_type(scope, type_name)
    return scope.build.find_resource(type_name, title) is not None


def _named(reference: Any) -> str:
    if reference.class_name is None:
        raise EvaluationError("The given class type is a reference to all classes")
    return str(reference.class_name)


class _Defined(Function):
    """The function; calls with one plain argument skip the type checks, since they are frequent."""

    __slots__ = ()

    def __call__(self, scope: Scope, *arguments: object) -> object:
        if len(arguments) == 1 and type(arguments[0]) in _PLAIN:
            return _is_defined(scope, arguments[0])
        return super().__call__(scope, *arguments)


_PLAIN = (str, ResourceType, ClassType)

DEFINED = _Defined(
    "defined",
    Form("Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] vals+", run=_defined),
    wants_locals=True,
)
