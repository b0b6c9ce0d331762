"""Give a number without its sign, as Ruby code asks for it."""

from __future__ import annotations

import re

from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.functions.number_text import leading_float, leading_integer
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _abs(_scope: Scope, arguments: list[Any]) -> Any:
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
        return leading_float(text)
    if re.search(r"(?m)^-?[0-9]+$", text):
        return leading_integer(text)
    raise EvaluationError("abs(): Requires float or integer to work with")


FUNCTION = LegacyFunction("abs", _abs)
