"""Jumps of the clock of this host, seen by a clock that does not jump."""

from __future__ import annotations

from time import monotonic, time

_LEAST = 60.0  # seconds; smaller steps are corrections


class Clock:
    """Compares the time with the seconds that have passed."""

    __slots__ = ("_difference", "message")

    def __init__(self) -> None:
        self._difference = time() - monotonic()
        self.message = ""

    def has_jumped(self) -> bool:
        """Return whether the clock has jumped since the last question; `message` says how far."""
        difference = time() - monotonic()
        step = difference - self._difference
        if abs(step) < _LEAST:
            return False
        self._difference = difference
        where = "forwards" if step > 0 else "back"
        self.message = (
            f"the clock has jumped {where} by {abs(step):.0f} seconds; certificates and CRLs that "
            "are made while it is wrong are not valid by the clocks of nodes"
        )
        return True
