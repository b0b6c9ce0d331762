"""ifelse(condition, value, ..., otherwise): the value after the first condition that holds."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Judge the conditions in turn; the last argument is for when none holds."""
    if len(arguments) % 2 == 0:
        raise FunctionFailed("ifelse() requires an odd number of arguments")
    for condition, value in zip(arguments[:-1:2], arguments[1::2], strict=True):
        if context.is_defined(condition):
            return str(value)
    return str(arguments[-1])
