"""validdata(text, kind): whether a text is data of a kind, which is JSON."""

from __future__ import annotations

from duckrow.cfengine.functions.data_files import JSON, KINDS, UNKNOWN
from duckrow.cfengine.values.json_text import JsonError, check
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Read the value that it begins with."""
    if len(arguments) < 2:
        raise FunctionFailed("Function 'validdata' requires two arguments")
    kind = KINDS.get(arguments[1].upper(), UNKNOWN)
    if kind != JSON:
        raise FunctionFailed(f"validdata: Data type {kind} is not supported by this function")
    try:
        check(arguments[0])
    except JsonError as wrong:
        context.log.verbose(f"validdata: {wrong.message}")
        return False
    return True
