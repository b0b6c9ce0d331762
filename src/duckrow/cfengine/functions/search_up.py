"""search_up(path, pattern, levels): files in a directory and in those above it."""

from __future__ import annotations

from duckrow.cfengine.functions.findfiles_up import find_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Data


def call(context: Context, arguments: list[str]) -> Data:
    """Do what findfiles_up does."""
    return find_up(context, "search_up", arguments)
