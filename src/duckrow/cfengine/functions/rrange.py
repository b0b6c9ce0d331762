"""rrange(from, to): a range of real numbers."""

from __future__ import annotations

from duckrow.cfengine.functions.reals import read_real, write_real
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give the first number twice, as the reference does."""
    number = read_real(context, arguments[0])
    if number is None:
        raise FunctionFailed(f"Function rrange, error reading assumed real value '{arguments[0]}'")
    return f"{write_real(number)},{write_real(number)}"
