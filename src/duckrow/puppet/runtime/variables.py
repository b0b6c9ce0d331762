"""Variables by name: reading along the scopes, qualified names, assignment."""

from __future__ import annotations

from duckrow.puppet.runtime.definition import IS_METAPARAMETER
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import LocalScope
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

# The value of a Python local that a branch not taken would have set.
UNSET: object = type("Unset", (), {"__slots__": (), "__repr__": lambda _: "UNSET"})()

_BUILT_IN = frozenset(("module_name", "caller_module_name"))
_GIVEN = frozenset(("name", "title"))  # every class and define has them
_MISSING = object()


def get(scope: Scope, name: str) -> Any:
    """Return an unqualified variable."""
    where: Scope | None = scope
    while where is not None:
        variables = where.variables
        if name in variables:
            return variables[name]
        where = where.outer
    return _unknown(scope, name)


def get_facts(scope: Scope) -> object:
    """Return $facts for code that reads parts of it: only those facts are resolved."""
    return scope.build.facts


def _parts(name: str) -> tuple[str, str]:
    """Return the class of a qualified name and the name of the variable in it."""
    class_name, _, leaf = name.removeprefix("::").rpartition("::")
    return class_name, leaf


_PARTS = Results(_parts, 4096)  # code uses the same names again and again


def get_qualified(scope: Scope, name: str) -> Any:
    """Return a variable by a name with :: in it."""
    build: Any = scope.build
    class_name, leaf = _PARTS[name]
    owner = build.class_scopes.get(class_name)  # the top is the class ""
    if owner is not None and build.rules is None and leaf in owner.variables:
        return owner.variables[leaf]  # nearly always
    found = find_qualified(scope, name.removeprefix("::"))
    if found is _MISSING:
        return _unknown(scope, name)
    return found


def find(scope: Scope, name: str, default: object = None) -> object:
    """Return any variable by name, or `default` for an unknown name."""
    if "::" not in name:
        return scope.find(name, default)
    found = find_qualified(scope, name.removeprefix("::"))
    return default if found is _MISSING else found


def exists(scope: Scope, name: str) -> bool:
    """Return whether there is a variable of that name."""
    return find(scope, name, _MISSING) is not _MISSING


def find_qualified(scope: Scope, name: str) -> object:
    """Look for a variable of a class, or of the top scope when no class is named."""
    class_name, _, leaf = name.rpartition("::")
    build = scope.build
    scopes = build.class_scopes
    if build.rules is not None and class_name:
        build.rules.reads(scope, class_name)
    found = scopes.get(class_name) if class_name else build.top
    while found is not None:
        if leaf in found.variables:
            return found.variables[leaf]
        # A class also has the variables of the class that it inherits from.
        definition = found.definition
        parent = getattr(definition, "parent", None) if class_name else None
        found = scopes.get(parent.removeprefix("::")) if parent else None
    return _MISSING


def _unknown(scope: Scope, name: str) -> None:
    """Report an unknown variable as the settings ask: error, warning or nothing."""
    if name in _BUILT_IN:
        return
    settings = scope.build.settings
    if name in IS_METAPARAMETER and settings.dialect.metaparameters_exist:
        return
    if settings.strict_variables or settings.strict == "error":
        raise EvaluationError(
            f"Unknown variable: '{name}'.",
            "unknown-variable",
            why=_asked(scope, name),
            hint=_similar(scope, name),
            missing=("variable", name),
        )
    if settings.strict == "warning":
        from duckrow.puppet.runtime.location import here

        message = f"Unknown variable: '{name}'."
        scope.build.log("warning", message, location=here(), code="unknown-variable")


def _asked(scope: Scope, name: str) -> str:
    """Name the bodies where an unqualified variable was looked for."""
    if "::" in name:
        return ""
    top = scope.build.top
    bodies = [str(each.resource) for each in scope.body().chain() if each is not top]
    return f"it is neither in {' nor in '.join([*bodies, 'the top scope'])}" if bodies else ""


def _similar(scope: Scope, name: str) -> str:
    """Return the hint to a variable with a similar name."""
    from duckrow.source.did_you_mean import did_you_mean

    # Facts are computed when somebody asks for them; nobody does here.
    names = [known for each in scope.chain() for known in dict.keys(each.variables)]
    return "" if "::" in name else did_you_mean(name, names)


def assign(scope: Scope, name: str, value: object) -> object:
    """Set a variable of a class, define or node, or of the top scope."""
    variables = scope.variables
    if name in variables:
        if not _yields(variables, name):
            return reassigned(scope, name, value)
        if scope.build.listener is not None:
            scope.build.listener("replaced", scope, name)
    variables[name] = value
    return value


def assign_in_turn(scope: Scope, name: str, value: object, start: int) -> object:
    """Set a variable that several statements of the body may set; this starts at an offset."""
    if scope.build.listener is not None and name not in scope.variables:
        scope.build.listener("assigned", scope, name, start)
    return assign(scope, name, value)


def _yields(variables: dict[str, object], name: str) -> bool:
    """Return whether a variable is a legacy fact, which a manifest may set itself."""
    yields = getattr(variables, "yields", None)
    return yields is not None and bool(yields(name))


def assigned_once(scope: Scope, name: str, known: object, value: object) -> object:
    """Return the value for a local variable; raise an error if it is already set."""
    if known is not UNSET:
        return reassigned(scope, name, value)
    return value


def reassigned(_scope: Scope, name: str, _value: object) -> object:
    """Reject a second assignment."""
    known = "built in (or already assigned) variable" if name in _GIVEN else "variable"
    raise EvaluationError(f"Cannot reassign {known} '${name}'", "illegal-reassignment")


def assign_reserved(scope: Scope, name: str, _value: object, is_in_body: bool) -> object:
    """Reject an assignment to a variable that every program has."""
    if name == "server_facts" or (is_in_body and scope.is_set(name)):
        raise EvaluationError(
            f"Attempt to assign to a reserved variable name: '${name}'",
            "illegal-reserved-assignment",
        )
    raise EvaluationError(f"Attempt to assign to a reserved variable name: '{name}'")


def reserved_parameter(name: str) -> Callable[..., object]:
    """Return the function that replaces a block or function with a reserved parameter name."""

    def reject(*_arguments: object) -> Any:
        raise EvaluationError(f"Attempt to assign to a reserved variable name: '{name}'")

    return reject


def illegal_assignment(_value: object) -> object:
    """Reject an assignment to something other than a variable."""
    raise EvaluationError(
        "Illegal attempt to assign to what is not a variable", "illegal-assignment"
    )


def spread(scope: Scope, names: tuple[object, ...], value: object) -> list[object]:
    """Return the values that [$a, $b] = value assigns, in order."""
    if isinstance(value, dict):
        return [_from_hash(value, name) for name in names]
    class_name = _class_name(value)
    if class_name is not None:
        return [_from_class(scope, class_name, name) for name in names]
    values = value if isinstance(value, list) else [value]
    if len(values) != len(names):
        raise EvaluationError(
            f"Mismatched number of assignable entries and values, expected {len(names)}, "
            f"got {len(values)}",
            "illegal-multi-assignment-size",
        )
    return values


def _from_hash(value: dict[object, object], name: object) -> object:
    if name in value:
        return value[name]
    raise EvaluationError(
        f"No value for required key '{name}' in assignment to variables from hash",
        "missing-multi-assignment-key",
    )


def _class_name(value: object) -> str | None:
    if isinstance(value, str | int | float | list | None):
        return None
    from duckrow.puppet.types.model.references import ClassType

    return value.class_name if isinstance(value, ClassType) else None


def _from_class(scope: Scope, class_name: str, name: object) -> object:
    if scope.build.find_resource("class", class_name) is None:
        raise EvaluationError(
            f"Resource not found: Class['{class_name}']", "unknown-resource", part="right"
        )
    full = f"{class_name.lower()}::{name}"
    found = find_qualified(scope, full)
    if found is _MISSING:
        raise EvaluationError(
            f"No value for required variable '${full}' in assignment to variables from class "
            f"reference",
            "missing-multi-assignment-variable",
        )
    return found


def local_scope(scope: Scope, variables: dict[str, object], match: object = None) -> Scope:
    """Make a scope of the local variables that have a value."""
    known = {name: value for name, value in variables.items() if value is not UNSET}
    return LocalScope(scope, known, match)
