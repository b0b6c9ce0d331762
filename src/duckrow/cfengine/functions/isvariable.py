"""isvariable(name): whether a variable is defined."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> bool:
    """Look for it; an array is there if it has elements."""
    name = arguments[0]
    return context.variable(name, context.namespace) is not None
