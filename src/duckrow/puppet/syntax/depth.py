"""Room to nest.

Python allows a thousand frames, which a text nested some two hundred levels deep uses up, or a
shallower one if the caller stands deep already. So whoever reads a text does it through
:func:`with_room`: on overflow the work is done once more with many more frames allowed.

The number of frames allowed belongs to the whole process, and Python aborts if it is lowered while
another thread stands deeper than the new number. Hence:
 1. Everyone who reads is counted, deep or not, since all of them may use what one asked for.
 2. The usual number comes back when the last reader leaves, and not before.
"""

from __future__ import annotations

import sys
from _thread import allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import TypeVar

    T = TypeVar("T")

FRAMES = 12_000


class TooDeepError(Exception):
    """The work needs more frames than anyone gets."""


class _Frames:
    """The frames that the process allows, and how many readers there are."""

    __slots__ = ("_granted", "_lock", "_readers", "_usual")

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._readers = 0
        self._usual = 0
        self._granted = 0

    def enter(self) -> None:
        with self._lock:
            self._readers += 1

    def ask_for_more(self) -> None:
        """Allow the frames that the caller has used so far and many more."""
        used = 0
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            used += 1
            frame = frame.f_back
        with self._lock:
            allowed = sys.getrecursionlimit()
            if used + FRAMES > allowed:
                if not self._granted:
                    self._usual = allowed
                self._granted = used + FRAMES
                sys.setrecursionlimit(self._granted)

    def leave(self) -> None:
        with self._lock:
            self._readers -= 1
            if self._readers == 0 and self._granted:
                # Whoever changed the number meanwhile had a reason of their own.
                if sys.getrecursionlimit() == self._granted:
                    sys.setrecursionlimit(self._usual)
                self._granted = 0


_FRAMES = _Frames()


def with_room(work: Callable[[], T]) -> T:
    """Do some work that may nest deeply; it is done twice if the first time is not enough."""
    _FRAMES.enter()
    try:
        try:
            return work()
        except RecursionError:
            _FRAMES.ask_for_more()
        try:
            return work()
        except RecursionError:
            raise TooDeepError from None
    finally:
        _FRAMES.leave()
