"""abs(number): gives a number without its sign."""

from __future__ import annotations

from duckrow.puppet.functions.number_text import leading_float, leading_integer
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_DEPRECATED = (
    "The abs() function's auto conversion of String to Numeric is deprecated - "
    "change to convert input before calling"
)


def _number(_scope: Scope, number: int | float) -> int | float:
    return abs(number)


def _text(scope: Scope, text: str) -> int | float:
    import re

    scope.build.warn_once("deprecations", "abs_function_numeric_coerce_string", _DEPRECATED)
    if re.search(r"(?m)^-?[0-9]+\.[0-9]+$", text):
        return abs(leading_float(text))
    if re.search(r"(?m)^-?[0-9]+$", text):
        return abs(leading_integer(text))
    raise EvaluationError(
        "abs(): Requires float or integer to work with - was given non decimal string"
    )


FUNCTION = Function("abs", Form("Numeric val", run=_number), Form("String val", run=_text))
