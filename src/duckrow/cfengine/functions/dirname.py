"""dirname(path): the directory that a path is in."""

from __future__ import annotations

from duckrow.cfengine.functions.paths import without_last_name, without_last_slash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Take off the last name."""
    return without_last_name(without_last_slash(arguments[0]))
