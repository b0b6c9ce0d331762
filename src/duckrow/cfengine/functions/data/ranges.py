"""irange, rrange and expandrange."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.helpers.common import (
    NO_NUMBER,
    fatal,
    integer,
    leading_integer,
    narrow,
    scanned,
)
from duckrow.cfengine.functions.helpers.reals import read_real, write_real
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def irange(context: Context, arguments: list[str]) -> str:
    """Return a range of integers, the smaller end first."""
    ends = [integer(context, text) for text in arguments]
    if NO_NUMBER in ends:
        raise FunctionFailed
    return f"{min(ends)},{max(ends)}"


def rrange(context: Context, arguments: list[str]) -> str:
    """Return the first number twice, as the reference does."""
    number = read_real(context, arguments[0])
    if number is None:
        raise FunctionFailed(f"Function rrange, error reading assumed real value '{arguments[0]}'")
    return f"{write_real(number)},{write_real(number)}"


_RANGE = re.compile(r"([^\[]*)\[\s*([+-]?\d+)(?:-\s*([+-]?\d+)(?:\]([^\n]*))?)?", re.ASCII)
MOST = 10_000_000


def expandrange(_context: Context, arguments: list[str]) -> list[str]:
    """Return strings with the numbers of a range filled in."""
    step = narrow(leading_integer(arguments[1]))
    match = _RANGE.match(arguments[0])
    first, last = (_end(match, number) for number in (2, 3))
    if step < 1 or abs(narrow(first - last)) < step:
        raise fatal("EXPANDRANGE Step size cannot be less than 1 or greater than the interval")
    if match is None or NO_NUMBER in (first, last) or abs(first - last) // step > MOST:
        raise fatal("EXPANDRANGE malformed range expression")
    before, after = match[1], match[4] or ""
    numbers = range(first, last - 1, -step) if first > last else range(first, last + 1, step)
    return [f"{before}{number}{after}" for number in numbers]


def _end(match: re.Match[str] | None, number: int) -> int:
    return NO_NUMBER if match is None or match[number] is None else scanned(match[number])
