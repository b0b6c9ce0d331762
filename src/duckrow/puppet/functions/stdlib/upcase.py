"""Make capitals of the letters of texts, in arrays and hashes too."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _upcase(scope: Scope, arguments: list[Any]) -> Any:
    if len(arguments) != 1:
        raise EvaluationError(f"upcase(): Wrong number of arguments given ({len(arguments)} for 1)")
    value = arguments[0]
    kind = type(value)
    if kind is str:
        return value.upper()
    if kind is list:
        return [_upcase(scope, [item]) for item in value]
    if kind is dict:
        return {
            to_key(_upcase(scope, [from_key(key)])): _upcase(scope, [item])
            for key, item in value.items()
        }
    raise EvaluationError(
        "upcase(): Requires an array, hash or object that responds to upcase in order to work"
    )


FUNCTION = LegacyFunction("upcase", _upcase)
