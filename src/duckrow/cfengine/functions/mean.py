"""mean(container): the mean of the single values of a container."""

from __future__ import annotations

from duckrow.cfengine.functions.folding import moments, numbers_of
from duckrow.cfengine.functions.reals import write_real
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Compute it; nothing has no mean."""
    numbers = numbers_of(context, "mean", arguments[0])
    if not numbers:
        raise FunctionFailed
    return write_real(moments(numbers)[0])
