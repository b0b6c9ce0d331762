"""Tell whether a value is true or false."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_bool(_scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_bool(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    return type(arguments[0]) is bool


LEGACY = LegacyFunction("is_bool", _is_bool)
FUNCTION = use_match(LEGACY, "Stdlib::Compat::Bool")
