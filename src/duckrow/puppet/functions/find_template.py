"""Give the path of the first template that exists."""

from __future__ import annotations

from duckrow.puppet.functions.find_file import single_array
from duckrow.puppet.functions.module_files import TEMPLATES, find_in_module
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _find_template(scope: Scope, *paths: str) -> str | None:
    return next(filter(None, (find_in_module(scope, path, TEMPLATES) for path in paths)), None)


def _find_template_array(scope: Scope, *paths: list[str]) -> str | None:
    return _find_template(scope, *single_array(paths))


FUNCTION = Function(
    "find_template",
    Form("String paths*", run=_find_template),
    Form("Array[String] paths_array*", run=_find_template_array),
)
