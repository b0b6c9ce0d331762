"""classesmatching(pattern, tags ...): the classes whose names match."""

from __future__ import annotations

from duckrow.cfengine.functions.class_matching import everywhere, here, matching_names
from duckrow.cfengine.functions.common import fatal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Give those of the bundle first; within both groups the order is that of their table."""
    if not arguments:
        raise fatal("Function 'classesmatching' requires at least one argument")
    found = matching_names(context, everywhere(context), arguments)
    found += matching_names(context, here(context), arguments)
    found.reverse()
    return found
