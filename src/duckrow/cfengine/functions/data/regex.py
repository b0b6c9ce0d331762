"""regcmp, regextract, data_regextract, reglist and regarray: match patterns."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.arrays import whole_name
from duckrow.cfengine.functions.helpers.common import captures, collected, pattern, scalars
from duckrow.cfengine.values.json_text import scalar_text
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def regcmp(context: Context, arguments: list[str]) -> bool:
    """Return whether a pattern matches a whole string."""
    return context.patterns.full(arguments[0], arguments[1])


TAGS = ("source=function", "function=regextract")


def regextract(context: Context, arguments: list[str]) -> bool:
    """Set array elements to the groups of a match."""
    found = captures(context.patterns, arguments[0], arguments[1])
    if found is None:
        return False
    array = whole_name(arguments[2])
    for key, text in found:
        context.put(f"{array}[{key}]", text, "string", TAGS)
    return True


def data_regextract(context: Context, arguments: list[str]) -> Data:
    """Return the groups of a match by name and number."""
    found = captures(context.patterns, arguments[0], arguments[1])
    if found is None:
        raise FunctionFailed
    return Data(dict(found))


def reglist(context: Context, arguments: list[Any]) -> bool:
    """Return whether one scalar value matches as a whole."""
    wanted = pattern(context, arguments[1])
    texts = map(scalar_text, scalars(collected(context, "reglist", arguments[0])))
    return any(wanted.full(text) for text in texts if text is not None)


def regarray(context: Context, arguments: list[Any]) -> bool:
    """Return whether one value of an array matches as a whole."""
    wanted = pattern(context, arguments[1])
    texts = map(scalar_text, scalars(collected(context, "regarray", arguments[0])))
    return any(wanted.full(text) for text in texts if text is not None)
