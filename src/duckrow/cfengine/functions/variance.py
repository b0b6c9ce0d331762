"""variance(container): how far the single values of a container are from their mean."""

from __future__ import annotations

from duckrow.cfengine.functions.folding import moments, numbers_of
from duckrow.cfengine.functions.reals import write_real
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Compute it for a sample; that of one value is 0, and nothing has none."""
    numbers = numbers_of(context, "variance", arguments[0])
    if not numbers:
        raise FunctionFailed
    return write_real(moments(numbers)[1] / (len(numbers) - 1) if len(numbers) > 1 else 0.0)
