"""now(): the time the agent began, in seconds."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[Any]) -> str:
    """Give the seconds since 1970."""
    return str(context.machine.now_ns() // 1_000_000_000)
