"""sort(list, order): a list in order."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, leading_real, singles
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Sort by letters, by number or by other kinds of order."""
    order = arguments[1] if len(arguments) > 1 else "lex"
    values = map(scalar_text, singles(collected(context, "sort", arguments[0])))
    texts = [text for text in values if text is not None]
    if order in ("int", "real"):
        return sorted(texts, key=leading_real)
    return sorted(texts, key=lambda text: text.encode("utf-8", "surrogateescape"))
