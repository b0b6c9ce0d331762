"""Variables as %{name} finds them."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.variables import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.runtime.scope import Scope

_BUILT_IN = frozenset(("module_name", "caller_module_name"))
_UNKNOWN = object()


def variable(request: Request, name: str) -> tuple[object, bool]:
    """Return a variable and whether it exists; settings decide how a missing one is reported."""
    scope = request.scope
    if request.is_version_3:
        return _variable_of_version_3(scope, name)
    value = find(scope, name, _UNKNOWN)
    if value is not _UNKNOWN:
        return value, True
    if name in _BUILT_IN or name.isdecimal():
        return _numbered(scope, name), name in _BUILT_IN
    _report_undefined(scope, *_reason(scope, name))
    return None, False


def _numbered(scope: Scope, name: str) -> object:
    """Return a group of the last match."""
    match = scope.match if name.isdecimal() else None
    if match is None:
        return None
    try:
        return match.group(int(name))
    except (IndexError, AttributeError, TypeError):
        return None


def quiet_variable(request: Request, name: str) -> object:
    """Return a variable, or None; report nothing."""
    if request.is_version_3 and name in _CALLING:
        return _variable_of_version_3(request.scope, name)[0]
    return find(request.scope, name)


def _reason(scope: Scope, name: str) -> tuple[str, str]:
    """Return the name as it is reported, and the reason why the variable does not exist."""
    if "::" not in name:
        return name, ""
    full = name.removeprefix("::")
    class_name, _, leaf = full.rpartition("::")
    if not class_name:
        return f"::{full}", ""
    found = scope.build.class_scopes.get(class_name)
    # A class counts as evaluated from the moment its parameters are known and its title is set.
    if found is not None and ("title" in found.variables or found is not scope.body()):
        return f"::{full}", ""
    known = found or scope.build.loaders.find_class(class_name)
    why = "has not been evaluated" if known is not None else "could not be found"
    return f"{class_name}::{leaf}", f"class {class_name} {why}"


def _report_undefined(scope: Scope, name: str, reason: str) -> None:
    build = scope.build
    message = f"Undefined variable '{name}'; {reason}"
    if build.settings.strict == "error":
        raise EvaluationError(message)
    if build.settings.strict == "warning":
        build.warn_once("undefined_variables", f"Variable: {name}", message)


# ---- version 3 has three names of its own, and takes empty text for nothing

_CALLING = frozenset(("calling_class", "calling_class_path", "calling_module"))


def _variable_of_version_3(scope: Scope, name: str) -> tuple[object, bool]:
    if name in _CALLING:
        if name == "calling_module":
            value = find(scope, "module_name")
        else:
            value = _calling_class(scope)
            if name == "calling_class_path" and value:
                value = value.replace("::", "/")
        return value or None, True
    value = find(scope, name, _UNKNOWN)
    if value is not _UNKNOWN:
        return (None if value == "" else value), True
    if name not in _BUILT_IN and not name.isdecimal():
        _report_undefined(scope, *_reason(scope, name))
    return None, False


def _calling_class(scope: Scope) -> str | None:
    where: Scope | None = scope
    while where is not None:
        definition = where.definition
        if definition is not None and definition.kind == "class":
            return str(definition.name).lower()
        where = where.parent
    return None
