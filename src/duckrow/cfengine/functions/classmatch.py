"""classmatch(pattern, tags ...): whether a class is defined whose name matches."""

from __future__ import annotations

from duckrow.cfengine.functions.class_matching import everywhere, here, matching
from duckrow.cfengine.functions.common import fatal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look at the classes that hold everywhere, then at those of the bundle."""
    if not arguments:
        raise fatal("Function 'classmatch' requires at least one argument")
    return bool(
        matching(context, everywhere(context), arguments)
        or matching(context, here(context), arguments)
    )
