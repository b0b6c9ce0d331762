"""Give the elements that two arrays have in common, each once."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _intersection(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) != 2:
        raise EvaluationError(
            f"intersection(): Wrong number of arguments given ({len(arguments)} for 2)"
        )
    first, second = arguments
    if type(first) is not list or type(second) is not list:
        raise EvaluationError(
            f"intersection(): Requires 2 arrays, got {class_of(first)} and {class_of(second)}"
        )
    others = set(map(to_key, second))
    found = {key: item for item in reversed(first) if (key := to_key(item)) in others}
    return [found.pop(key) for item in first if (key := to_key(item)) in found]


FUNCTION = LegacyFunction("intersection", _intersection)
