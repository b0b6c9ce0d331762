"""is_function_available(name) and pry()."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


# Built-in functions that only manifests can call.
_NEWER = frozenset(
    """
    all annotate any call compare convert_to eyaml_lookup_key find_template get group_by
    hocon_data import index json_data length module_directory partition tree_each unwrap yaml_data
    """.split()
)


def _is_function_available(scope: Scope, arguments: list[object]) -> bool:
    """Return whether Ruby code may call a function of this name."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_function_available?(): Wrong number of arguments given {len(arguments)} for 1"
        )
    name = arguments[0]
    if type(name) is not str or not name or name in _NEWER:
        return False
    return scope.build.loaders.find_older_function(name) is not None


IS_FUNCTION_AVAILABLE = LegacyFunction("is_function_available", _is_function_available)


def _pry(_scope: Scope, _arguments: list[object]) -> None:
    """Fail: Ruby's debugger is not available."""
    raise EvaluationError("pry(): Requires the 'pry' rubygem to use, but it was not found")


PRY = LegacyFunction("pry", _pry, is_statement=True)
