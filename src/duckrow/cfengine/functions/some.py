"""some(pattern, container): whether one value of a container matches."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, pattern, singles
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> bool:
    """Match each single value fully."""
    wanted = pattern(context, arguments[0])
    texts = map(scalar_text, singles(collected(context, "some", arguments[1])))
    return any(wanted.full(text) for text in texts if text is not None)
