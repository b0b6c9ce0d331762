"""Give the least value: of numbers by their size, of others as texts."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.numeric_order import before
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _min(_scope: Scope, arguments: list[Any]) -> Any:
    if not arguments:
        raise EvaluationError("min(): Wrong number of arguments need at least one")
    found = arguments[0]
    for value in arguments[1:]:
        if before(value, found):
            found = value
    return found


FUNCTION = LegacyFunction("min", _min)
