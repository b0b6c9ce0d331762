"""What is computed from all single values of a container."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, singles
from duckrow.cfengine.functions.reals import leading_real
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def texts_of(context: Context, function: str, argument: Any) -> list[str]:
    """Give the single values of what an argument stands for, or fail."""
    values = singles(collected(context, function, argument))
    return [text for text in map(scalar_text, values) if text is not None]


def numbers_of(context: Context, function: str, argument: Any) -> list[float]:
    """Give them as numbers; what is none is 0."""
    return [leading_real(text) for text in texts_of(context, function, argument)]


def moments(numbers: list[float]) -> tuple[float, float]:
    """Give the mean and the sum of the squares of the distances from it, in one pass."""
    mean = squares = 0.0
    for count, number in enumerate(numbers, 1):
        delta = number - mean
        mean += delta / count
        squares += delta * (number - mean)
    return mean, squares
