"""filesize(path): the size of a file in bytes."""

from __future__ import annotations

from duckrow.cfengine.functions.common import facts_of
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give the size of the path itself, also of a link; fails when nothing is there."""
    facts = facts_of(context, arguments[0])
    if facts is None:
        raise FunctionFailed
    return str(facts.size)
