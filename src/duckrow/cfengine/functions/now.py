"""now(): when the run began."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, _arguments: list[str]) -> str:
    """Give seconds since 1970; all of a run get the same."""
    seconds = context.machine.now_ns() // 1_000_000_000
    return str(context.memory.setdefault("now", seconds))
