"""parsejson(text): data from JSON."""

from __future__ import annotations

from duckrow.cfengine.evaluation.collections import of_variable
from duckrow.cfengine.values.json_reader import Reader
from duckrow.cfengine.values.json_text import JsonError, copied, parse
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def call(context: Context, arguments: list[str]) -> Data:
    """Read it; names of variables in the place of values stand for what these hold."""
    text = arguments[0]

    def lookup(name: str) -> Json:
        found: Json = of_variable(context, name, takes_text=True)
        return found

    try:
        value = parse(text, lookup)
    except JsonError as wrong:
        raise FunctionFailed(
            f"Error parsing JSON expression '{wrong.rest}': {wrong.message}"
        ) from None
    if not isinstance(value, dict | list):
        reader = Reader(text, lookup)
        reader.read()
        rest = text[reader.offset - 1 :]
        raise FunctionFailed(f"Non-container from parsing JSON expression '{rest}'")
    return Data(copied(value))
