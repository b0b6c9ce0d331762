"""string_replace(text, old, new): a text with one thing in place of another."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Replace each; nothing is not found anywhere."""
    text, old, new = arguments
    return text.replace(old, new) if old else text
