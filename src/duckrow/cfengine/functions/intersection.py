"""intersection(container, container): the values that both have."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, singles
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Keep those of the first, each once, that the second has too."""
    values = singles(collected(context, "intersection", arguments[0]))
    others = {
        raw_text(value) for value in singles(collected(context, "intersection", arguments[1]))
    }
    return [text for text in dict.fromkeys(map(raw_text, values)) if text in others]
