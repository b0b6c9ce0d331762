"""and, or and not."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def and_(context: Context, arguments: list[str]) -> bool:
    """Return whether all class expressions are true."""
    return all(context.is_defined(expression) for expression in arguments)


def or_(context: Context, arguments: list[str]) -> bool:
    """Return whether one of the class expressions is true."""
    return any(context.is_defined(expression) for expression in arguments)


def not_(context: Context, arguments: list[str]) -> bool:
    """Return whether a class expression is false."""
    return not context.is_defined(arguments[0])
