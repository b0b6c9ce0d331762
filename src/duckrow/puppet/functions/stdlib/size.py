"""Count the characters of a text, or the elements of an array or hash."""

from __future__ import annotations

from duckrow.puppet.functions.platform_numbers import to_float
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _size(_scope: Scope, arguments: list[Any]) -> int:
    if not arguments:
        raise EvaluationError("size(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is str:
        try:
            to_float(value)
        except EvaluationError:
            return len(value)
        raise EvaluationError("size(): Requires either string, array or hash to work with")
    if type(value) in (list, dict):
        return len(value)
    raise EvaluationError("size(): Unknown type given")


FUNCTION = LegacyFunction("size", _size)
