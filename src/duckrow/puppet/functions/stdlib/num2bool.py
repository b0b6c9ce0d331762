"""Tell whether a number is above 0."""

from __future__ import annotations

from duckrow.puppet.functions.number_text import leading_integer
from duckrow.puppet.functions.platform_numbers import to_float, whole
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def num2bool(_scope: Scope, arguments: list[Any]) -> bool:
    """Tell whether the only argument, taken as a number, is 1 or more."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"num2bool(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    value = arguments[0]
    kind = type(value)
    if kind is int:
        return bool(value > 0)
    if kind is str:
        try:
            value = to_float(value)
        except EvaluationError as wrong:
            raise EvaluationError(
                f"num2bool(): '{value}' does not look like a number: {wrong.message}"
            ) from None
    elif kind is not float:
        return leading_integer(to_text(value)) > 0
    return whole(value) > 0


FUNCTION = LegacyFunction("num2bool", num2bool)
