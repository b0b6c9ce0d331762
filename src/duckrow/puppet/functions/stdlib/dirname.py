"""Give all but the last part of a path."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.path_names import directory_name
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _dirname(_scope: Scope, arguments: list[Any]) -> str:
    if not arguments:
        raise EvaluationError("dirname(): No arguments given")
    if len(arguments) > 1:
        raise EvaluationError(f"dirname(): Too many arguments given ({len(arguments)})")
    path = arguments[0]
    if type(path) is not str:
        raise EvaluationError("dirname(): Requires string as argument")
    if not path:
        raise EvaluationError("dirname(): Requires a non-empty string as argument")
    return directory_name(path)


FUNCTION = LegacyFunction("dirname", _dirname)
