"""length(container): how many values there are."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Count what a list or container has."""
    return str(len(collected(context, "length", arguments[0])))
