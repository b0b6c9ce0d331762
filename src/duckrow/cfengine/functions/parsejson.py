"""parsejson(text): data from JSON."""

from __future__ import annotations

from duckrow.cfengine.evaluation.collections import of_variable
from duckrow.cfengine.values.json_text import JsonError, copied, parse
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Read it; names of variables in the place of values stand for what these hold."""
    text = arguments[0]
    try:
        value = parse(text, lambda name: of_variable(context, name, takes_text=True))
    except JsonError as wrong:
        raise FunctionFailed(
            f"Error parsing JSON expression '{wrong.rest}': {wrong.message}"
        ) from None
    if not isinstance(value, dict | list):
        raise FunctionFailed(f"Non-container from parsing JSON expression '{text}'")
    return Data(copied(value))
