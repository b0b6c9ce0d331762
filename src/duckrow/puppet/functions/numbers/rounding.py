"""abs, ceiling, floor and round."""

from __future__ import annotations

import re
from math import ceil, floor

from duckrow.puppet.functions.helpers.ruby_numbers import to_float
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.number_text import leading_fraction, leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_ABS_DEPRECATED = (
    "The abs() function's auto conversion of String to Numeric is deprecated - "
    "change to convert input before calling"
)


def _abs_number(_scope: Scope, number: int | float) -> int | float:
    return abs(number)


def _abs_text(scope: Scope, text: str) -> int | float:
    scope.build.warn_once("deprecations", "abs_function_numeric_coerce_string", _ABS_DEPRECATED)
    if re.search(r"(?m)^-?[0-9]+\.[0-9]+$", text):
        return abs(leading_fraction(text))
    if re.search(r"(?m)^-?[0-9]+$", text):
        return abs(leading_integer(text))
    raise EvaluationError(
        "abs(): Requires float or integer to work with - was given non decimal string"
    )


# Return the absolute value of a number.
ABS = Function("abs", Form("Numeric val", run=_abs_number), Form("String val", run=_abs_text))

_CEILING_DEPRECATED = (
    "The ceiling() function's auto conversion of String to Float is deprecated - "
    "change to convert input before calling"
)


def _ceiling_number(_scope: Scope, number: int | float) -> int:
    return ceil(number)


def _ceiling_text(scope: Scope, text: str) -> int:
    scope.build.warn_once(
        "deprecations", "ceiling_function_numeric_coerce_string", _CEILING_DEPRECATED
    )
    try:
        number = to_float(text)
    except EvaluationError:
        raise EvaluationError(
            "ceiling(): cannot convert given value to a floating point value."
        ) from None
    return ceil(number)


# Round a number up.
CEILING = Function(
    "ceiling", Form("Numeric val", run=_ceiling_number), Form("String val", run=_ceiling_text)
)

_FLOOR_DEPRECATED = (
    "The floor() function's auto conversion of String to Float is deprecated - "
    "change to convert input before calling"
)


def _floor_number(_scope: Scope, number: int | float) -> int:
    return floor(number)


def _floor_text(scope: Scope, text: str) -> int:
    scope.build.warn_once("deprecations", "floor_function_numeric_coerce_string", _FLOOR_DEPRECATED)
    try:
        number = to_float(text)
    except EvaluationError:
        raise EvaluationError(
            "floor(): cannot convert given value to a floating point value."
        ) from None
    return floor(number)


# Round a number down.
FLOOR = Function(
    "floor", Form("Numeric val", run=_floor_number), Form("String val", run=_floor_text)
)


def _round(_scope: Scope, number: int | float) -> int:
    """Round to the nearest integer; halves are rounded away from zero."""
    return int(number + 0.5) if number > 0 else int(number - 0.5)


ROUND = Function("round", Form("Numeric val", run=_round))
