"""sum(container): the sum of the single values of a container."""

from __future__ import annotations

from duckrow.cfengine.functions.folding import numbers_of
from duckrow.cfengine.functions.reals import write_real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Add them; what is no number is 0."""
    total = 0.0
    for number in numbers_of(context, "sum", arguments[0]):
        total += number
    return write_real(total)
