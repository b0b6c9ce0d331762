"""Tell whether a value is a number with a fraction, or text that is written like one."""

from __future__ import annotations

from duckrow.puppet.functions.number_text import leading_float
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.stdlib.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_float(_scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 1:
        raise EvaluationError(f"is_float(): Wrong number of arguments given {len(arguments)} for 1")
    value = arguments[0]
    if type(value) is str:
        return value == to_text(leading_float(value))
    return type(value) is float


LEGACY = LegacyFunction("is_float", _is_float)
FUNCTION = use_match(LEGACY, "Stdlib::Compat::Float")
