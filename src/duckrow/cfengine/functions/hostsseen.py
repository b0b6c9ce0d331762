"""hostsseen(hours, lastseen or notseen, field): hosts that this one has talked to."""

from __future__ import annotations

from duckrow.cfengine.functions.common import integer
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Fail as the reference does where no host was seen: this agent talks to none."""
    integer(context, arguments[0])  # what is no number is told of
    raise FunctionFailed
