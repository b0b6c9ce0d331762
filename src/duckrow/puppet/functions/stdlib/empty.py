"""Tell whether there is nothing in a value, as Ruby code asks for it."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _empty(_scope: Scope, arguments: list[Any]) -> bool:
    if not arguments:
        raise EvaluationError("empty(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) in (int, float):
        return False
    if type(value) not in (str, list, dict):
        raise EvaluationError(
            "empty(): Requires either array, hash, string or integer to work with"
        )
    return not value


FUNCTION = LegacyFunction("empty", _empty)
