"""Append values, and the elements of arrays, to an array."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _concat(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) < 2:
        raise EvaluationError(
            f"concat(): Wrong number of arguments given ({len(arguments)} for < 2)"
        )
    first, *others = arguments
    if type(first) is not list:
        raise EvaluationError("concat(): Requires array to work with")
    result = list(first)
    for value in others:
        if type(value) is list:
            result += value
        else:
            result.append(value)
    return result


FUNCTION = LegacyFunction("concat", _concat)
