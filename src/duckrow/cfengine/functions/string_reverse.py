"""string_reverse(text): a text turned round."""

from __future__ import annotations

from duckrow.cfengine.functions.letters import to_bytes, to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Turn the bytes round."""
    return to_text(to_bytes(arguments[0])[::-1])
