"""sublist(container, "head" or "tail", most): the first or last values."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, integer, scalar, singles
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Take at most so many from one end."""
    values = singles(collected(context, "sublist", arguments[0]))
    texts = [raw_text(value) for value in values]
    most = integer(context, arguments[2])
    if scalar(arguments[1]) == "head":
        return texts[: max(most, 0)]
    return texts[-most:] if most > 0 else []
