"""fileexists(path): whether there is something at a path."""

from __future__ import annotations

from duckrow.cfengine.functions.common import facts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look at the path itself: a link that leads nowhere is something."""
    return facts_of(context, arguments[0]) is not None
