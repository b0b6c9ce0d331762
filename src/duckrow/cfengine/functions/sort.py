"""sort(container, order): the single values of a container in an order."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, fatal, scalar, singles
from duckrow.cfengine.functions.ordering import sort
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Sort by bytes unless the order is by numbers or addresses."""
    if not arguments:
        raise fatal("in built-in FnCall sort: missing first argument, a list name")
    order = scalar(arguments[1]) if len(arguments) > 1 else "lex"
    values = singles(collected(context, "sort", arguments[0]))
    return sort([raw_text(value) for value in values], order)
