"""ifelse(condition, value, ..., otherwise): the value after the first condition that holds."""

from __future__ import annotations

from duckrow.cfengine.functions.common import fatal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Judge the conditions in turn; the last argument is for when none holds."""
    if len(arguments) % 2 == 0:
        raise fatal("in built-in FnCall ifelse: even number of arguments")
    for condition, value in zip(arguments[:-1:2], arguments[1::2], strict=True):
        if context.is_defined(condition):
            return value
    return arguments[-1]
