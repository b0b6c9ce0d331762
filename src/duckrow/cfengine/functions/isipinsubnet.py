"""isipinsubnet(range, addresses ...): whether one of some addresses is in a range."""

from __future__ import annotations

from duckrow.cfengine.functions.subnets import is_within
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Judge each in turn, up to the first that is."""
    if not arguments:
        raise FunctionFailed
    return any(is_within(context, arguments[0], address) for address in arguments[1:])
