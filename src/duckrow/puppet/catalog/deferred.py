"""The return type of a deferred call, which the agent makes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.values.deferred import Deferred


def returned_type(scope: Scope, value: Deferred) -> Type | None:
    """Return the type that a deferred call returns; warn once if its function does not say."""
    if value.variable is not None:
        return None
    build: Any = scope.build
    function = build.loaders.find_function(value.name, "")
    if function is None:
        return None
    found = _returns(function, tuple(value.arguments or ()), build.top)
    if found is None:
        build.warn_once(
            "deprecations",
            f"{value.name}_deferred_warning",
            f"Deferred function {value.name} has no return_type, unable to guarantee value type "
            "during compilation.",
        )
    return found


def _returns(function: Any, arguments: tuple[object, ...], top: Scope) -> Type | None:
    definition = getattr(function, "definition", None)
    if definition is not None:
        type_: Type | None = None if definition.returns is None else definition.returns(top)
        return type_
    for form in getattr(function, "forms", ()):
        if form.returns:
            from duckrow.puppet.runtime.signatures import check_of
            from duckrow.puppet.types.parse import parse_type

            if check_of(form, function.local_types)(arguments):
                return parse_type(form.returns)
    return None
