"""splayclass(text, interval)."""

from __future__ import annotations

from duckrow.cfengine.values.table_order import hash_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

SLOTS = 8192


def splayclass(context: Context, arguments: list[str]) -> bool:
    """Return whether it is the string's turn in the hour or the day."""
    text, interval = arguments
    turn = hash_text(text) & (SLOTS - 1)
    if interval == "hourly":
        slot = turn * 12 // SLOTS
        expression = f"Min{slot * 5:02d}_{(slot + 1) * 5 % 60:02d}"
    else:
        hour, slot = divmod(turn * 12 * 24 // SLOTS, 12)
        expression = f"Min{slot * 5:02d}_{(slot + 1) * 5 % 60:02d}.Hr{hour:02d}"
    context.log.verbose(f"Computed context for '{text}' splayclass: '{expression}'")
    return context.is_defined(expression)
