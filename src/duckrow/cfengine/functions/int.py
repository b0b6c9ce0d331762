"""int(text): a number without its decimals."""

from __future__ import annotations

from duckrow.cfengine.functions.reals import read_real, whole_part
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Read it as a real number first."""
    number = read_real(context, arguments[0])
    if number is None:
        raise FunctionFailed
    return str(whole_part(number))
