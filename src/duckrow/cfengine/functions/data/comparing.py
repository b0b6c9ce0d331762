"""isgreaterthan and islessthan: compare numbers, or other strings by their bytes."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.reals import read_real
from duckrow.cfengine.values.numbers import scan_real
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def compare(context: Context, left: str, right: str) -> int:
    """Return -1, 0 or 1; fail for a string that starts with a number but is not one."""
    if scan_real(left) is None or scan_real(right) is None:
        first, second = (text.encode("utf-8", "surrogateescape") for text in (left, right))
        return (first > second) - (first < second)
    one, other = read_real(context, left), None
    if one is not None:
        other = read_real(context, right)
    if one is None or other is None:
        raise FunctionFailed
    return (one > other) - (one < other)


def isgreaterthan(context: Context, arguments: list[str]) -> bool:
    """Compare two numbers, or other strings by their bytes."""
    return compare(context, *arguments) > 0


def islessthan(context: Context, arguments: list[str]) -> bool:
    """Compare two numbers, or other strings by their bytes."""
    return compare(context, *arguments) < 0
