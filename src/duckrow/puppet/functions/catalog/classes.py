"""include, contain and require: declare classes by name or by reference."""

from __future__ import annotations

from duckrow.puppet.catalog.classes import contain, include, require
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.references import ClassType


def class_names(values: tuple[object, ...]) -> list[str]:
    """Return the names in lower case, each with a leading ::."""
    return [_class_name(value).lower() for value in flattened(values)]


def references(names: list[str]) -> list[ClassType]:
    """Return references to the classes."""
    return [ClassType(name.removeprefix("::")) for name in names]


def _class_name(value: object) -> str:
    if value is None:
        raise EvaluationError("Cannot use undef as a class name")
    if type(value) is str:
        if not value:
            raise EvaluationError("Cannot use empty string as a class name")
        return _absolute(value)
    if isinstance(value, ClassType):
        if value.class_name is None:
            raise EvaluationError("Cannot use an unspecific Class[] Type")
        return _absolute(value.class_name)
    if isinstance(value, ResourceType):
        return _absolute(_title_of(value.type_name, value.title))
    from duckrow.puppet.types.describe.names import shown
    from duckrow.puppet.types.infer import infer_generic

    # Puppet fails here with an unhelpful internal error.
    raise EvaluationError(
        f"Cannot use a value of type {shown(infer_generic(value))} as a class name"
    )


def _title_of(type_name: str | None, title: str | None) -> str:
    if not type_name:
        raise EvaluationError(
            "Cannot use an unspecific Resource[] where a Resource['class', name] is expected"
        )
    if type_name not in ("class", "Class"):
        raise EvaluationError(
            f"Cannot use a Resource[{type_name}] where a Resource['class', name] is expected"
        )
    if title is None:
        raise EvaluationError(
            "Cannot use an unspecific Resource['class'] where a Resource['class', name] is expected"
        )
    return title


def _absolute(name: str) -> str:
    return name if name.startswith(":") else f"::{name}"


def _named(text: str) -> tuple[str, ClassType]:
    name = _absolute(text).lower()
    return name, ClassType(name.removeprefix("::"))


_NAMED = Results(_named, 4096)  # code names the same classes again and again


def _include(scope: Scope, *values: object) -> list[ClassType]:
    """Declare classes; each class is evaluated once per catalog."""
    if len(values) == 1 and type(values[0]) is str and values[0]:
        name, reference = _NAMED[values[0]]  # nearly always
        include(scope, [name])
        return [reference]
    names = class_names(values)
    include(scope, names)
    return references(names)


INCLUDE = Function("include", Form("Any names+", run=_include))


def _contain(scope: Scope, *values: object) -> list[ClassType]:
    """Declare classes and contain them in the calling class."""
    names = class_names(values)
    contain(scope, names)
    return references(names)


CONTAIN = Function("contain", Form("Any names+", run=_contain))


def _require(scope: Scope, *values: object) -> list[ClassType]:
    """Declare classes that must be applied before the calling class."""
    names = class_names(values)
    require(scope, names)
    return references(names)


REQUIRE = Function("require", Form("Any names+", run=_require))
