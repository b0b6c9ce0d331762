"""isexecutable(path): whether there is a program that may be run."""

from __future__ import annotations

from duckrow.cfengine.functions.common import facts_of
from duckrow.cfengine.functions.executing import is_executable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Ask whether we may run it; a link counts for what it leads to."""
    if facts_of(context, arguments[0], follow=True) is None:
        return False
    return is_executable(context, arguments[0])
