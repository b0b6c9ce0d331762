"""strcmp(text, text): whether two texts are equal."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> bool:
    """Compare them."""
    return arguments[0] == arguments[1]
