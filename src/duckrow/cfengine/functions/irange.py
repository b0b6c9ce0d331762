"""irange(from, to): a range of whole numbers."""

from __future__ import annotations

from duckrow.cfengine.functions.common import NO_NUMBER, integer
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Write the smaller one first."""
    ends = [integer(context, text) for text in arguments]
    if NO_NUMBER in ends:
        raise FunctionFailed
    return f"{min(ends)},{max(ends)}"
