"""regextract(pattern, text, array): what the groups of a pattern match becomes an array."""

from __future__ import annotations

from duckrow.cfengine.functions.arrays import whole_name
from duckrow.cfengine.functions.common import captures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

TAGS = ("source=function", "function=regextract")


def call(context: Context, arguments: list[str]) -> bool:
    """Set array[0], array[1] and so on, or by the names of groups; tells whether it matches."""
    found = captures(context.patterns, arguments[0], arguments[1])
    if found is None:
        return False
    array = whole_name(arguments[2])
    for key, text in found:
        context.put(f"{array}[{key}]", text, "string", TAGS)
    return True
