"""countclassesmatching(pattern, tags ...): how many classes have names that match."""

from __future__ import annotations

from duckrow.cfengine.functions.class_matching import everywhere, here, matching
from duckrow.cfengine.functions.common import fatal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Count a class that holds everywhere and in the bundle twice."""
    if not arguments:
        raise fatal("Function 'countclassesmatching' requires at least one argument")
    count = len(matching(context, everywhere(context), arguments))
    return str(count + len(matching(context, here(context), arguments)))
