"""every(pattern, container): whether all single values of a container match."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, pattern, singles
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> bool:
    """Match each fully; of nothing, not every one matches."""
    wanted = pattern(context, arguments[0])
    values = collected(context, "every", arguments[1])
    texts = [text for text in map(scalar_text, singles(values)) if text is not None]
    return bool(texts) and all(wanted.full(text) for text in texts)
