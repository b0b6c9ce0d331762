"""randomint(from, to): a number by chance."""

from __future__ import annotations

from duckrow.cfengine.functions.common import NO_NUMBER, integer, narrow
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give one that is at least the smaller of two and less than the larger."""
    from random import randrange

    low, high = range_of(context, arguments)
    return str(low if low == high else randrange(low, high))  # noqa: S311  (no secret)


def range_of(context: Context, arguments: list[str]) -> tuple[int, int]:
    """Give the smaller and the larger of two numbers, or fail."""
    ends = [narrow(integer(context, text)) for text in arguments]
    if NO_NUMBER in ends:
        raise FunctionFailed
    return min(ends), max(ends)
