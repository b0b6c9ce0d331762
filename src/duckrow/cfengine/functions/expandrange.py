"""expandrange(template, step): texts with the numbers of a range in them."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.common import NO_NUMBER, fatal, leading_integer, narrow, scanned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_RANGE = re.compile(r"([^\[]*)\[\s*([+-]?\d+)(?:-\s*([+-]?\d+)(?:\]([^\n]*))?)?", re.ASCII)
MOST = 10_000_000


def call(_context: Context, arguments: list[str]) -> list[str]:
    """Count up or down by the step, from one number in the brackets to the other."""
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
