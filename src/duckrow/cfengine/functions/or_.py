"""or(class expressions, ...): whether one of them holds."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Judge each expression in turn, up to the first that holds."""
    return any(context.is_defined(expression) for expression in arguments)
