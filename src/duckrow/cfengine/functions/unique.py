"""unique(container): each single value of a container once."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, singles
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Keep the first of each."""
    values = singles(collected(context, "unique", arguments[0]))
    return list(dict.fromkeys(raw_text(value) for value in values))
