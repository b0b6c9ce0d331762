"""validjson(text): whether a text is JSON."""

from __future__ import annotations

from duckrow.cfengine.values.json_text import JsonError, check
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Read the value that it begins with."""
    if len(arguments) < 1:
        raise FunctionFailed("Function 'validjson' requires one argument")
    try:
        check(arguments[0])
    except JsonError as wrong:
        context.log.verbose(f"validjson: {wrong.message}")
        return False
    return True
