"""Give the elements of one array that another does not have."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _difference(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) != 2:
        raise EvaluationError(
            f"difference(): Wrong number of arguments given ({len(arguments)} for 2)"
        )
    first, second = arguments
    if type(first) is not list or type(second) is not list:
        raise EvaluationError("difference(): Requires 2 arrays")
    unwanted = set(map(to_key, second))
    return [item for item in first if to_key(item) not in unwanted]


FUNCTION = LegacyFunction("difference", _difference)
