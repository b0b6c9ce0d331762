"""Delete the element at a place from an array."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.whole_numbers import to_whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _delete_at(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) < 2:
        raise EvaluationError(
            f"delete_at(): Wrong number of arguments given ({len(arguments)} for 2)"
        )
    values, index = arguments[:2]
    if type(values) is not list:
        raise EvaluationError("delete_at(): Requires array to work with")
    if type(index) is str:
        import re

        if not re.search(r"(?m)^[0-9]+$", index):
            raise EvaluationError("delete_at(): You must provide non-negative numeric index")
    at = to_whole(index)
    if at > len(values) - 1:
        raise EvaluationError("delete_at(): Given index exceeds size of array given")
    result = list(values)
    if at >= -len(values):
        del result[at]
    return result


FUNCTION = LegacyFunction("delete_at", _delete_at)
