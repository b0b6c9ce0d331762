"""ceiling(number): gives the next whole number that is not smaller."""

from __future__ import annotations

from math import ceil

from duckrow.puppet.functions.platform_numbers import to_float
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_DEPRECATED = (
    "The ceiling() function's auto conversion of String to Float is deprecated - "
    "change to convert input before calling"
)


def _number(_scope: Scope, number: int | float) -> int:
    return ceil(number)


def _text(scope: Scope, text: str) -> int:
    scope.build.warn_once("deprecations", "ceiling_function_numeric_coerce_string", _DEPRECATED)
    try:
        number = to_float(text)
    except EvaluationError:
        raise EvaluationError(
            "ceiling(): cannot convert given value to a floating point value."
        ) from None
    return ceil(number)


FUNCTION = Function("ceiling", Form("Numeric val", run=_number), Form("String val", run=_text))
