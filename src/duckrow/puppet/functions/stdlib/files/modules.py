"""get_module_path(name) and load_module_metadata(name)."""

from __future__ import annotations

from duckrow.data.pson import PsonError, load
from duckrow.puppet.functions.files.file import read_bytes
from duckrow.puppet.functions.helpers.module_files import module_directory
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def get_module_path(scope: Scope, arguments: list[object]) -> str:
    """Return the directory of a module that must exist."""
    if len(arguments) != 1:
        raise EvaluationError("get_module_path(): Wrong number of arguments, expects one")
    name = arguments[0]
    path = module_directory(scope, name) if type(name) is str else None
    if path is None:
        raise EvaluationError(
            f"Could not find module {to_text(name)} in environment {scope.build.environment.name}"
        )
    return path


GET_MODULE_PATH = LegacyFunction("get_module_path", get_module_path)


def _load_module_metadata(scope: Scope, arguments: list[object]) -> object:
    """Return the content of a module's metadata.json."""
    if len(arguments) not in (1, 2):
        raise EvaluationError(
            "load_module_metadata(): Wrong number of arguments, expects one or two"
        )
    module = arguments[0]
    file = f"{get_module_path(scope, [module])}/metadata.json"
    if scope.build.world.exists(file):
        try:
            return load(read_bytes(scope, file).decode("utf-8", "surrogateescape"))
        except PsonError as wrong:
            raise EvaluationError(str(wrong)) from None
    may_be_missing = arguments[1] if len(arguments) > 1 else None
    if may_be_missing is None or may_be_missing is False:
        raise EvaluationError(
            f"load_module_metadata(): No metadata.json file for module {to_text(module)}"
        )
    return {}


LOAD_MODULE_METADATA = LegacyFunction("load_module_metadata", _load_module_metadata)
