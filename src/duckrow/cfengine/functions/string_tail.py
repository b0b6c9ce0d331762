"""string_tail(text, size): the last bytes of a text."""

from __future__ import annotations

from duckrow.cfengine.functions.common import integer
from duckrow.cfengine.functions.letters import to_bytes, to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give so many, or with a negative size all but so many."""
    content = to_bytes(arguments[0])
    size = integer(context, arguments[1])
    if size < 0:
        return to_text(content[-size:])
    return to_text(content[max(len(content) - size, 0) :])
