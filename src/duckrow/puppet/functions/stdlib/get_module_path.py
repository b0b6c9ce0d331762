"""Give the directory of a module, which has to exist."""

from __future__ import annotations

from duckrow.puppet.functions.module_files import module_directory
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def get_module_path(scope: Scope, arguments: list[Any]) -> str:
    """Give the directory of the module that the only argument names."""
    if len(arguments) != 1:
        raise EvaluationError("get_module_path(): Wrong number of arguments, expects one")
    name = arguments[0]
    path = module_directory(scope, name) if type(name) is str else None
    if path is None:
        raise EvaluationError(
            f"Could not find module {to_text(name)} in environment {scope.build.environment.name}"
        )
    return path


FUNCTION = LegacyFunction("get_module_path", get_module_path)
