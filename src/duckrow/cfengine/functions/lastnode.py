"""lastnode(text, separator): what follows the last separator."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[Any]) -> str:
    """Give the rest, or the whole text if there is no separator."""
    return str(arguments[0]).rpartition(arguments[1])[2]
