"""grep(pattern, container): the single values of a container that match."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, pattern, singles
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Match each fully."""
    wanted = pattern(context, arguments[0])
    values = collected(context, "grep", arguments[1])
    texts = map(scalar_text, singles(values))
    return [text for text in texts if text is not None and wanted.full(text)]
