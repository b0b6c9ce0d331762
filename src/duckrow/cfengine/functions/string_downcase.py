"""string_downcase(text): a text in small letters."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[Any]) -> str:
    """Change ASCII letters only."""
    return "".join(c.lower() if c.isascii() else c for c in arguments[0])
