"""find_file, find_template and module_directory: the first path that exists."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.module_files import (
    FILES,
    TEMPLATES,
    find_in_module,
    module_directory,
)
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _find_file(scope: Scope, *paths: str) -> str | None:
    return next(filter(None, (find_in_module(scope, path, FILES) for path in paths)), None)


def _find_file_array(scope: Scope, *paths: list[str]) -> str | None:
    return _find_file(scope, *single_array(paths))


def single_array(arrays: tuple[list[str], ...]) -> list[str]:
    """Return the only array; the signature allows several, the function does not."""
    if len(arrays) == 1:
        return arrays[0]

    raise EvaluationError(f"wrong number of arguments (given {len(arrays) + 1}, expected 2)")


# Return the path of the first file that exists.
FIND_FILE = Function(
    "find_file",
    Form("String paths*", run=_find_file),
    Form("Array[String] paths_array*", run=_find_file_array),
)


def _find_template(scope: Scope, *paths: str) -> str | None:
    return next(filter(None, (find_in_module(scope, path, TEMPLATES) for path in paths)), None)


def _find_template_array(scope: Scope, *paths: list[str]) -> str | None:
    return _find_template(scope, *single_array(paths))


# Return the path of the first template that exists.
FIND_TEMPLATE = Function(
    "find_template",
    Form("String paths*", run=_find_template),
    Form("Array[String] paths_array*", run=_find_template_array),
)


def _module_directory(scope: Scope, *names: str) -> str | None:
    return next(filter(None, (module_directory(scope, name) for name in names)), None)


def _module_directory_array(scope: Scope, *names: list[str]) -> str | None:
    return _module_directory(scope, *single_array(names))


# Return the directory of the first module that exists.
MODULE_DIRECTORY = Function(
    "module_directory",
    Form("String names*", run=_module_directory),
    Form("Array[String] names*", run=_module_directory_array),
)
