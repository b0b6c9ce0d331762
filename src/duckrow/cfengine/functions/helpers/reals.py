"""Numbers with a point, read and written as the reference does."""

from __future__ import annotations

from math import copysign, isnan

from duckrow.cfengine.values import numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

_LARGEST = (1 << 63) - 1


def read_real(context: Context, text: str) -> float | None:
    """Read a number such as 1.5 or 4k; what is none is None, with a complaint."""
    return numbers.read_real(text, context.log.say)


def leading_real(text: str) -> float:
    """Read the number that a text begins with; none is 0."""
    return numbers.scan_real(text) or 0.0


def write_real(number: float) -> str:
    """Write a number with six decimals."""
    if isnan(number):
        return "-nan" if copysign(1.0, number) < 0 else "nan"
    return f"{number:f}"


def whole_part(number: float) -> int:
    """Drop the decimals; what no machine word holds is the least of them."""
    if isnan(number) or not -_LARGEST - 1 <= number < _LARGEST:
        return -_LARGEST - 1
    return int(number)
