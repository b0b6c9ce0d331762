"""Round a number to a whole one; halves go away from zero."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.functions.platform_numbers import to_integer
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _round(_scope: Scope, arguments: list[Any]) -> int:
    if len(arguments) != 1:
        raise EvaluationError(f"round(): Wrong number of arguments given {len(arguments)} for 1")
    value = arguments[0]
    if type(value) not in (int, float):
        raise EvaluationError(f"round(): Expected a Numeric, got {class_of(value)}")
    return to_integer(value + 0.5 if value >= 0 else value - 0.5)


FUNCTION = LegacyFunction("round", _round)
