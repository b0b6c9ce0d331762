"""Give the path of the first file that exists."""

from __future__ import annotations

from duckrow.puppet.functions.module_files import FILES, find_in_module
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _find_file(scope: Scope, *paths: str) -> str | None:
    return next(filter(None, (find_in_module(scope, path, FILES) for path in paths)), None)


def _find_file_array(scope: Scope, *paths: list[str]) -> str | None:
    return _find_file(scope, *single_array(paths))


def single_array(arrays: tuple[list[str], ...]) -> list[str]:
    """Give the one array that is taken, though the form says that it takes any number."""
    if len(arrays) == 1:
        return arrays[0]
    from duckrow.puppet.runtime.errors import EvaluationError

    raise EvaluationError(f"wrong number of arguments (given {len(arrays) + 1}, expected 2)")


FUNCTION = Function(
    "find_file",
    Form("String paths*", run=_find_file),
    Form("Array[String] paths_array*", run=_find_file_array),
)
