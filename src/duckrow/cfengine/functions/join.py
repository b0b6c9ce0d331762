"""join(separator, container): the single values of a container, joined."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, scalar, singles
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Put the separator between them."""
    values = singles(collected(context, "join", arguments[1]))
    return scalar(arguments[0]).join(raw_text(value) for value in values)
