"""What functions that change a text, or the texts in an array, have in common."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def text_function(name: str, change: Callable[[str], str]) -> LegacyFunction:
    """Make such a function. What is no text stays as it is in an array, and is refused alone."""

    def run(_scope: Scope, arguments: list[Any]) -> Any:
        if not arguments:
            raise EvaluationError(f"{name}(): Wrong number of arguments given (0 for 1)")
        value = arguments[0]
        if type(value) is str:
            return change(value)
        if type(value) is list:
            return [change(item) if type(item) is str else item for item in value]
        raise EvaluationError(f"{name}(): Requires either array or string to work with")

    return LegacyFunction(name, run)
