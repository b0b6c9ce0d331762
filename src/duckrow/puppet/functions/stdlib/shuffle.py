"""Put the characters of a text, or the elements of an array, in a random order."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _shuffle(scope: Scope, arguments: list[Any]) -> Any:
    if not arguments:
        raise EvaluationError("shuffle(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) not in (str, list):
        raise EvaluationError("shuffle(): Requires either array or string to work with")
    items = list(value)
    for index in range(len(items) - 1):
        other = index + _below(scope, len(items) - index)
        items[index], items[other] = items[other], items[index]
    return "".join(items) if type(value) is str else items


def _below(scope: Scope, limit: int) -> int:
    # So many more bits than needed that no number is any likelier than another to speak of.
    return int(scope.build.world.random_bits(64 + limit.bit_length()) % limit)


FUNCTION = LegacyFunction("shuffle", _shuffle)
