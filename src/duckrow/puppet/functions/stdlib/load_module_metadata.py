"""Give what a module says about itself in metadata.json."""

from __future__ import annotations

from duckrow.puppet.functions.file import read_bytes
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.stdlib.get_module_path import get_module_path
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _load_module_metadata(scope: Scope, arguments: list[Any]) -> Any:
    if len(arguments) not in (1, 2):
        raise EvaluationError(
            "load_module_metadata(): Wrong number of arguments, expects one or two"
        )
    module = arguments[0]
    file = f"{get_module_path(scope, [module])}/metadata.json"
    if scope.build.world.exists(file):
        from duckrow.data.pson import PsonError, load

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


FUNCTION = LegacyFunction("load_module_metadata", _load_module_metadata)
