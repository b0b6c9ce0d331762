"""Tell whether a value is a text that is not written like a number."""

from __future__ import annotations

from duckrow.puppet.functions.number_text import leading_float, leading_integer
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.stdlib.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_string(_scope: Scope, arguments: list[Any]) -> bool:
    if not arguments:
        raise EvaluationError("is_string(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is str:
        return value not in (to_text(leading_float(value)), str(leading_integer(value)))
    return value is None


LEGACY = LegacyFunction("is_string", _is_string)
FUNCTION = use_match(LEGACY, "Stdlib::Compat::String")
