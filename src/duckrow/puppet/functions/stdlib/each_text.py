"""Older functions that change a text, or every text of an array."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def each_text(
    name: str, change: Callable[[str], str], wanted: str = "either array or string"
) -> LegacyFunction:
    """Make such a function; what is no text stays as it is in an array, and is refused alone."""

    def run(_scope: Scope, arguments: list[Any]) -> Any:
        if not arguments:
            raise EvaluationError(f"{name}(): Wrong number of arguments given (0 for 1)")
        value = arguments[0]
        if type(value) is str:
            return change(value)
        if type(value) is list:
            return [change(item) if type(item) is str else item for item in value]
        raise EvaluationError(f"{name}(): Requires {wanted} to work with")

    return LegacyFunction(name, run)
