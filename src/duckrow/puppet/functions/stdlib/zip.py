"""Put the elements of two arrays together in pairs."""

from __future__ import annotations

from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.functions.stdlib.str2bool import str2bool
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _zip(scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) < 2:
        raise EvaluationError(f"zip(): Wrong number of arguments given ({len(arguments)} for 2)")
    first, second = arguments[:2]
    if type(first) is not list or type(second) is not list:
        raise EvaluationError("zip(): Requires array to work with")
    option = arguments[2] if len(arguments) > 2 else None
    is_flat = option is not None and option is not False and str2bool(scope, [option])
    padded = second + [None] * (len(first) - len(second))
    pairs = [[one, other] for one, other in zip(first, padded, strict=False)]
    return list(flat(pairs)) if is_flat else pairs


FUNCTION = LegacyFunction("zip", _zip)
