"""min(container, order): the value that comes first in an order."""

from __future__ import annotations

from duckrow.cfengine.functions.common import scalar
from duckrow.cfengine.functions.folding import texts_of
from duckrow.cfengine.functions.ordering import less
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Give one of the single values; of equal ones the last."""
    is_less = less(scalar(arguments[1]))
    found: str | None = None
    for text in texts_of(context, "min", arguments[0]):
        if found is None or not is_less(found, text):
            found = text
    if found is None:
        raise FunctionFailed
    return found
