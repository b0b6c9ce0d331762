"""Give the directory of the first module that exists."""

from __future__ import annotations

from duckrow.puppet.functions.find_file import single_array
from duckrow.puppet.functions.module_files import module_directory
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _module_directory(scope: Scope, *names: str) -> str | None:
    return next(filter(None, (module_directory(scope, name) for name in names)), None)


def _module_directory_array(scope: Scope, *names: list[str]) -> str | None:
    return _module_directory(scope, *single_array(names))


FUNCTION = Function(
    "module_directory",
    Form("String names*", run=_module_directory),
    Form("Array[String] names*", run=_module_directory_array),
)
