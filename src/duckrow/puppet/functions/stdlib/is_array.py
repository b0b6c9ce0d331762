"""Tell whether a value is an array."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_array(_scope: Scope, arguments: list[Any]) -> bool:
    if not arguments:
        raise EvaluationError("is_array(): Wrong number of arguments given (0 for 1)")
    return type(arguments[0]) is list


LEGACY = LegacyFunction("is_array", _is_array)
FUNCTION = use_match(LEGACY, "Stdlib::Compat::Array")
