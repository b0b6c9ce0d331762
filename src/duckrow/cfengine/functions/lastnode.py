"""lastnode(text, pattern): what follows the last match."""

from __future__ import annotations

from duckrow.cfengine.functions.common import split_by
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

MOST = 100


def call(context: Context, arguments: list[str]) -> str:
    """Give the last of at most a hundred parts."""
    parts = split_by(context, arguments[0], arguments[1], MOST)
    if not parts:
        raise FunctionFailed
    return parts[-1]
