"""isvariable(name): whether a variable is defined."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look for it; a name with indices may point into data."""
    return context.variable(arguments[0]) is not None
