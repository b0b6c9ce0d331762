"""max, min, sum, product, mean and variance of the scalar values of a container."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import collected, scalar, scalars
from duckrow.cfengine.functions.helpers.ordering import less
from duckrow.cfengine.functions.helpers.reals import leading_real, write_real
from duckrow.cfengine.values.json_text import scalar_text
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def texts_of(context: Context, function: str, argument: object) -> list[str]:
    """Return the scalar values of a container, or fail."""
    values = scalars(collected(context, function, argument))
    return [text for text in map(scalar_text, values) if text is not None]


def numbers_of(context: Context, function: str, argument: object) -> list[float]:
    """Return the scalar values as numbers; a string that is not a number is 0."""
    return [leading_real(text) for text in texts_of(context, function, argument)]


def moments(numbers: list[float]) -> tuple[float, float]:
    """Return the mean and the sum of squared deviations in one pass."""
    mean = squares = 0.0
    for count, number in enumerate(numbers, 1):
        delta = number - mean
        mean += delta / count
        squares += delta * (number - mean)
    return mean, squares


def max_(context: Context, arguments: list[object]) -> str:
    """Return the greatest scalar value in an order."""
    is_less = less(scalar(arguments[1]))
    found: str | None = None
    for text in texts_of(context, "max", arguments[0]):
        if found is None or is_less(found, text):
            found = text
    if found is None:
        raise FunctionFailed
    return found


def min_(context: Context, arguments: list[object]) -> str:
    """Return the smallest scalar value in an order."""
    is_less = less(scalar(arguments[1]))
    found: str | None = None
    for text in texts_of(context, "min", arguments[0]):
        if found is None or not is_less(found, text):
            found = text
    if found is None:
        raise FunctionFailed
    return found


def sum_(context: Context, arguments: list[object]) -> str:
    """Return the sum of the scalar values; strings count as 0."""
    total = 0.0
    for number in numbers_of(context, "sum", arguments[0]):
        total += number
    return write_real(total)


def product(context: Context, arguments: list[object]) -> str:
    """Return the product of the scalar values; 1 for an empty container."""
    total = 1.0
    for number in numbers_of(context, "product", arguments[0]):
        total *= number
    return write_real(total)


def mean(context: Context, arguments: list[object]) -> str:
    """Return the mean of the scalar values; fail for an empty container."""
    numbers = numbers_of(context, "mean", arguments[0])
    if not numbers:
        raise FunctionFailed
    return write_real(moments(numbers)[0])


def variance(context: Context, arguments: list[object]) -> str:
    """Return the variance of the scalar values as a sample."""
    numbers = numbers_of(context, "variance", arguments[0])
    if not numbers:
        raise FunctionFailed
    return write_real(moments(numbers)[1] / (len(numbers) - 1) if len(numbers) > 1 else 0.0)
