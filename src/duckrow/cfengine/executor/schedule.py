"""When a run is due: a list of class expressions, looked at once in each minute."""

from __future__ import annotations

from duckrow.cfengine.agent.host.times import time_classes
from duckrow.cfengine.evaluation.classes.expressions import read_expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PULSE = 60


def due_by(schedule: Sequence[str], classes: frozenset[str], now: int) -> str | None:
    """Return the expression of a schedule that is true at a time, or None."""
    known = classes.union(time_classes(now))
    for text in schedule:
        is_true = read_expression(text)
        if is_true is not None and is_true(known.__contains__):
            return text
    return None


class Minutes:
    """Tells for each moment whether it begins a minute of this clock, and when the next begins.

    Each minute of the clock begins at the second at which the daemon started, so the hosts of a
    site do not all wake at once. If the clock is set back by less than a minute, its minute is
    not seen twice.
    """

    __slots__ = ("_last", "_offset")

    def __init__(self, start: float) -> None:
        self._offset = start % PULSE
        self._last: int | None = None

    def is_new(self, now: float) -> bool:
        """Return whether a minute begins; True only once for each."""
        minute = int((now - self._offset) // PULSE)
        if minute == self._last or (self._last is not None and minute == self._last - 1):
            return False
        self._last = minute
        return True

    def until_next(self, now: float) -> float:
        """Return the seconds until the next minute begins."""
        return PULSE - (now - self._offset) % PULSE
