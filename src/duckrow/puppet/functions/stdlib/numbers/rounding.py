"""abs, ceiling, floor and round for Ruby code."""

from __future__ import annotations

import re
from math import ceil, floor

from duckrow.puppet.functions.helpers.ruby_errors import class_of, no_method
from duckrow.puppet.functions.helpers.ruby_numbers import to_float, to_integer, whole
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.number_text import leading_fraction, leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def round_function(name: str, round_: Callable[[float], int]) -> LegacyFunction:
    """Make such a function."""

    def run(_scope: Scope, arguments: list[object]) -> int:
        if len(arguments) != 1:
            raise EvaluationError(
                f"{name}(): Wrong number of arguments given ({len(arguments)} for 1)"
            )
        try:
            number = to_float(arguments[0])
        except EvaluationError:
            raise EvaluationError(
                f"{name}(): Wrong argument type given ({to_text(arguments[0])} for Numeric)"
            ) from None
        whole(number)  # fails for NaN and infinity
        return round_(number)

    return LegacyFunction(name, run)


def _abs(_scope: Scope, arguments: list[object]) -> object:
    """Return the absolute value of a number or of a numeric string."""
    if not arguments:
        raise EvaluationError("abs(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is str:
        value = _number(value)
    if type(value) is not int and type(value) is not float:
        raise no_method("abs", value)
    return abs(value)


def _number(text: str) -> int | float:
    if re.search(r"(?m)^-?[0-9]+\.[0-9]+$", text):
        return leading_fraction(text)
    if re.search(r"(?m)^-?[0-9]+$", text):
        return leading_integer(text)
    raise EvaluationError("abs(): Requires float or integer to work with")


ABS = LegacyFunction("abs", _abs)

# Round a number up.
CEILING = round_function("ceiling", ceil)

# Round a number down.
FLOOR = round_function("floor", floor)


def _round(_scope: Scope, arguments: list[Any]) -> int:
    """Round to the nearest integer; halves are rounded away from zero."""
    if len(arguments) != 1:
        raise EvaluationError(f"round(): Wrong number of arguments given {len(arguments)} for 1")
    value = arguments[0]
    if type(value) not in (int, float):
        raise EvaluationError(f"round(): Expected a Numeric, got {class_of(value)}")
    return to_integer(value + 0.5 if value >= 0 else value - 0.5)


ROUND = LegacyFunction("round", _round)
