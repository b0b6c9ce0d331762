"""Give the values of a hash, as Ruby code asks for it."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _values(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if not arguments:
        raise EvaluationError("values(): Wrong number of arguments given (0 for 1)")
    if type(arguments[0]) is not dict:
        raise EvaluationError("values(): Requires hash to work with")
    return list(arguments[0].values())


FUNCTION = LegacyFunction("values", _values)
