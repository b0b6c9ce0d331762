"""parsejson(text): a container from JSON."""

from __future__ import annotations

from duckrow.cfengine.evaluation.collections import of_variable
from duckrow.cfengine.values.json_text import JsonError, parse
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> Data:
    """Read it; variables named by @(x) inside are put in their place."""
    text = arguments[0]
    try:
        value = parse(text, lambda name: of_variable(context, name, takes_text=True))
    except JsonError as wrong:
        raise FunctionFailed(f"Error parsing JSON expression '{text}': {wrong}") from None
    if not isinstance(value, dict | list):
        raise FunctionFailed(f"Non-container from parsing JSON expression '{text}'")
    return Data(value)
