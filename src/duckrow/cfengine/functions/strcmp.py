"""strcmp(text, text): whether two texts are equal."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[Any]) -> bool:
    """Compare them letter by letter."""
    return bool(arguments[0] == arguments[1])
