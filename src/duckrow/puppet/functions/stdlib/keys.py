"""Give the keys of a hash."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _keys(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if not arguments:
        raise EvaluationError("keys(): Wrong number of arguments given (0 for 1)")
    hash_ = arguments[0]
    if type(hash_) is not dict:
        raise EvaluationError("keys(): Requires hash to work with")
    return list(map(from_key, hash_))


FUNCTION = LegacyFunction("keys", _keys)
