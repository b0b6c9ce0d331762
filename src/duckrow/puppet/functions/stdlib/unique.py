"""Take the repetitions out of a text or an array."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _unique(_scope: Scope, arguments: list[Any]) -> Any:
    if not arguments:
        raise EvaluationError("unique(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is str:
        return "".join(dict.fromkeys(value))
    if type(value) is not list:
        raise EvaluationError("unique(): Requires either array or string to work with")
    found: dict[Any, Any] = {}
    for item in value:
        found.setdefault(to_key(item), item)
    return list(found.values())


FUNCTION = LegacyFunction("unique", _unique)
