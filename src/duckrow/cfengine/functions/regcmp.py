"""regcmp(pattern, text): whether a pattern matches a text fully."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Match; a wrong pattern matches nothing."""
    return context.patterns.full(arguments[0], arguments[1])
