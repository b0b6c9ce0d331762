"""now(): when the run began."""

from __future__ import annotations

from duckrow.cfengine.functions.common import started_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, _arguments: list[str]) -> str:
    """Give seconds since 1970; all of a run get the same."""
    return str(started_at(context))
