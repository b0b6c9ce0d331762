"""isdir(path): whether there is a directory."""

from __future__ import annotations

from duckrow.cfengine.functions.common import facts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look at the path itself, not at what a link leads to."""
    facts = facts_of(context, arguments[0])
    return facts is not None and facts.is_directory
