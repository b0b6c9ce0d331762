"""expandrange(template, step): texts with the numbers of a range in them."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.common import fatal, leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_RANGE = re.compile(r"([^\[]*)\[\s*([+-]?\d+)-\s*([+-]?\d+)(?:\]([^\n]*))?")
MOST = 10_000_000


def call(_context: Context, arguments: list[str]) -> list[str]:
    """Count up or down by the step, from one number in the brackets to the other."""
    step = leading_integer(arguments[1])
    match = _RANGE.match(arguments[0])
    first, last = (int(match[2]), int(match[3])) if match is not None else (0, 0)
    if step < 1 or abs(first - last) < step:
        raise fatal("EXPANDRANGE Step size cannot be less than 1 or greater than the interval")
    assert match is not None
    if abs(first - last) // step > MOST:
        raise fatal("EXPANDRANGE malformed range expression")
    before, after = match[1], match[4] or ""
    numbers = range(first, last - 1, -step) if first > last else range(first, last + 1, step)
    return [f"{before}{number}{after}" for number in numbers]
