"""What prefix() and suffix() have in common."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def affix(name: str, join: Callable[[str, str], str]) -> LegacyFunction:
    """Make the function that adds a text to elements or keys, which become texts thereby."""

    def run(_scope: Scope, arguments: list[Any]) -> Any:
        if not arguments:
            raise EvaluationError(f"{name}(): Wrong number of arguments given (0 for 1)")
        values = arguments[0]
        kind = type(values)
        if kind is not list and kind is not dict:
            raise EvaluationError(
                f"{name}(): expected first argument to be an Array or a Hash, got {inspect(values)}"
            )
        added = arguments[1] if len(arguments) > 1 else None
        if added is None or added is False:
            added = ""
        elif type(added) is not str:
            raise EvaluationError(
                f"{name}(): expected second argument to be a String, got {inspect(added)}"
            )
        if kind is list:
            return [join(to_text(item), added) for item in values]
        return {join(to_text(from_key(key)), added): item for key, item in values.items()}

    return LegacyFunction(name, run)
