"""ifelse(condition, value, ..., default)."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import fatal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def ifelse(context: Context, arguments: list[str]) -> str:
    """Return the value of the first true condition."""
    if len(arguments) % 2 == 0:
        raise fatal("in built-in FnCall ifelse: even number of arguments")
    for condition, value in zip(arguments[:-1:2], arguments[1::2], strict=True):
        if context.is_defined(condition):
            return value
    return arguments[-1]
