"""call(name, values...): call a function by its name, or resolve a Deferred value."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError, NextJump, ReturnJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.variables import find
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.values.deferred import Deferred


def _named(scope: Scope, name: str, *arguments: object) -> object:
    found = scope.build.loaders.find_function(name.lower(), "")
    if found is None:
        raise EvaluationError(f"Unknown function '{name}'")
    try:
        return found(scope, *arguments)
    except (NextJump, ReturnJump) as jump:
        return jump.value  # `next` and `return` end the called function


def _deferred(scope: Scope, deferred: Deferred) -> object:
    return _resolved(scope.build.top, deferred)


def _resolved(top: Scope, value: object) -> object:
    """Return a value with all Deferred values in it resolved."""
    if isinstance(value, list):
        return [_resolved(top, item) for item in value]
    if isinstance(value, dict):
        return {key: _resolved(top, item) for key, item in value.items()}
    if isinstance(value, Sensitive):
        return Sensitive(_resolved(top, value.unwrap()))
    if not isinstance(value, Deferred):
        return value
    arguments = [_resolved(top, argument) for argument in value.arguments or ()]
    if value.variable is not None:
        return _named(top, "dig", find(top, value.variable), *arguments)
    return _named(top, value.name, *arguments)


CALL = Function(
    "call",
    Form("String function_name", "Any arguments*", "&?Callable block", run=_named),
    Form("Deferred deferred", run=_deferred),
    wants_locals=True,
)
