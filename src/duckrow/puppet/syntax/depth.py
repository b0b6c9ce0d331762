"""Run recursive work with a larger recursion limit.

Python allows a thousand frames, which a text nested some two hundred levels deep uses up, or a
shallower one if the caller is deep already. So every parse goes through :func:`with_room`: on
overflow it runs the work again with a much larger limit.

The limit belongs to the whole process, and Python aborts if it is lowered while another thread is
deeper than the new limit. Hence:
 1. Every reader is counted, deep or not, since all of them may use the larger limit.
 2. The usual limit returns when the last reader leaves, and not before.
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
    """The work needs more frames than the largest limit."""


class _Frames:
    """The recursion limit of the process, and the number of readers."""

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
                # Someone else changed the limit in the meantime and had a reason.
                if sys.getrecursionlimit() == self._granted:
                    sys.setrecursionlimit(self._usual)
                self._granted = 0


_FRAMES = _Frames()


def with_room(work: Callable[[], T]) -> T:
    """Run deeply recursive work; run it again with a larger limit if it overflows."""
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
