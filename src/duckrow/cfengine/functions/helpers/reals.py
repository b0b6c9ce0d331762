"""Real numbers, parsed and formatted as cf-agent does."""

from __future__ import annotations

from math import copysign, isnan

from duckrow.cfengine.values import numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

_LARGEST = (1 << 63) - 1


def read_real(context: Context, text: str) -> float | None:
    """Parse a number such as 1.5 or 4k; log an error and return None for others."""
    return numbers.read_real(text, context.log.write)


def leading_real(text: str) -> float:
    """Parse the number at the start of a string; 0 if there is none."""
    return numbers.scan_real(text) or 0.0


def write_real(number: float) -> str:
    """Format a number with six decimals."""
    if isnan(number):
        return "-nan" if copysign(1.0, number) < 0 else "nan"
    return f"{number:f}"


def whole_part(number: float) -> int:
    """Drop the decimals; a number beyond 64 bits becomes the least integer."""
    if isnan(number) or not -_LARGEST - 1 <= number < _LARGEST:
        return -_LARGEST - 1
    return int(number)
