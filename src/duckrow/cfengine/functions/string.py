"""string(value): any value as text."""

from __future__ import annotations

from duckrow.cfengine.values.json_text import compact
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Write data and @(lists) as JSON; quotes in other text are protected."""
    value = arguments[0]
    if isinstance(value, Data):
        return compact(value.value)
    if isinstance(value, str) and value[:2] in ("@(", "@{"):
        found = context.collection(value)
        if found is not None:
            return compact(found)
    return str(value).replace('"', '\\"')
