"""Give the elements that any of some arrays has, each once."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _union(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) < 2:
        raise EvaluationError(
            f"union(): Wrong number of arguments given ({len(arguments)} for < 2)"
        )
    found: dict[Any, Any] = {}
    for values in arguments:
        if type(values) is not list:
            raise EvaluationError("union(): Every parameter must be an array")
        for item in values:
            found.setdefault(to_key(item), item)
    return list(found.values())


FUNCTION = LegacyFunction("union", _union)
