"""storejson(container): data as JSON, over several lines."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected
from duckrow.cfengine.values.json_text import pretty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Write it."""
    return pretty(collected(context, "storejson", arguments[0]))
