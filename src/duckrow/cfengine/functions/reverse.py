"""reverse(container): the single values of a container, the last one first."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, singles
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Turn their order round."""
    values = singles(collected(context, "reverse", arguments[0]))
    return [raw_text(value) for value in values][::-1]
