"""Variables by name for functions of Puppet 3; an unknown variable is a warning."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.variables import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def look_up(scope: Scope, name: str) -> object:
    """Return a variable; an unknown one is undef, with a warning or error as `strict` says."""
    found = find(scope, name, _UNKNOWN)
    if found is not _UNKNOWN:
        return found
    message = f"Undefined variable '{name}'; "
    strict = scope.build.settings.strict
    if strict == "error":
        raise EvaluationError(message)
    if strict == "warning":
        scope.build.warn_once("undefined_variables", f"Variable: {name}", message)
    return None


_UNKNOWN = object()
