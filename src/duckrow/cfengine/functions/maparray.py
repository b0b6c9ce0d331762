"""maparray(text, container): a text for each value; $(this.k) is its key, $(this.v) itself."""

from __future__ import annotations

from duckrow.cfengine.evaluation.calls import evaluate_arguments
from duckrow.cfengine.functions.common import collected
from duckrow.cfengine.functions.mapping import Mapping
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Fill the text in for each; fails when something else in it is not known yet."""
    known = evaluate_arguments(context, Call("maparray", tuple(arguments)), is_collecting=True)
    if known is None:
        raise FunctionFailed
    return Mapping(context, arguments[0]).texts(collected(context, "maparray", known[1]))
