"""not(class expression): whether it does not hold."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Judge the expression."""
    return not context.is_defined(arguments[0])
