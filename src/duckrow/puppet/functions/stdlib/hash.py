"""Make a hash of an array of keys and values in turn."""

from __future__ import annotations

from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _hash(_scope: Scope, arguments: list[Any]) -> dict[Any, Any]:
    if not arguments:
        raise EvaluationError("hash(): Wrong number of arguments given (0 for 1)")
    if type(arguments[0]) is not list:
        raise EvaluationError("hash(): Requires array to work with")
    values = list(flat(arguments[0]))
    if len(values) == 1 and type(values[0]) is dict:
        return values[0]
    if len(values) % 2:
        raise EvaluationError("hash(): Unable to compute hash from array given")
    return {to_key(key): value for key, value in zip(values[::2], values[1::2], strict=True)}


FUNCTION = LegacyFunction("hash", _hash)
