"""Turn a text or an array round."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _reverse(_scope: Scope, arguments: list[Any]) -> Any:
    if not arguments:
        raise EvaluationError("reverse(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) not in (str, list):
        raise EvaluationError("reverse(): Requires either array or string to work with")
    return value[::-1]


FUNCTION = LegacyFunction("reverse", _reverse)
