"""Older functions that round a number, or a text that spells one."""

from __future__ import annotations

from duckrow.puppet.functions.platform_numbers import to_float, whole
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def round_function(name: str, round_: Callable[[float], int]) -> LegacyFunction:
    """Make such a function."""

    def run(_scope: Scope, arguments: list[Any]) -> int:
        if len(arguments) != 1:
            raise EvaluationError(
                f"{name}(): Wrong number of arguments given ({len(arguments)} for 1)"
            )
        try:
            number = to_float(arguments[0])
        except EvaluationError:
            raise EvaluationError(
                f"{name}(): Wrong argument type given ({to_text(arguments[0])} for Numeric)"
            ) from None
        whole(number)  # refuses what has no end
        return round_(number)

    return LegacyFunction(name, run)
