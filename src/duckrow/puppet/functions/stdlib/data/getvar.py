"""getvar(name): return a variable by its name."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.runtime.variables import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _getvar(scope: Scope, arguments: list[object]) -> object:
    if len(arguments) != 1:
        raise EvaluationError(f"getvar(): wrong number of arguments ({len(arguments)}; must be 1)")
    return find(scope, to_text(arguments[0]))


GETVAR = LegacyFunction("getvar", _getvar, wants_locals=True)
