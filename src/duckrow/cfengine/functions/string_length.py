"""string_length(text): how many bytes a text has."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Count them."""
    return str(len(arguments[0].encode("utf-8", "surrogateescape")))
