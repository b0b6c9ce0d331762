"""Limits on one compile: nesting depth and time.

    with limits(settings):
        ...

Exceeding a limit is an error with its location. A timer of the process watches the time, so only a
compile in the main thread has a time limit.
"""

from __future__ import annotations

import gc
import sys
from _thread import allocate_lock

from duckrow.machine.this_process import GC_THRESHOLDS
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from duckrow.puppet.settings.settings import Settings

# How deep Python may nest: some six times as deep as manifests that the reference can run. A stack
# of eight megabytes, which is usual, holds twice as much.
DEEPEST = 10_000
LONGEST = 600  # seconds
_ALARM, _REAL_TIME = 14, 0


class OverdueError(EvaluationError):
    """A compile that takes too long."""


class _Process:
    """The limits of the process, raised while any compile runs, on whatever thread.

    They belong to the process, and so does this count of the compiles that rely on them.
    """

    __slots__ = ("_before", "_count", "_lock", "_thresholds")

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._count = 0
        self._before = 0
        self._thresholds: tuple[int, int, int] = GC_THRESHOLDS

    def raise_(self) -> None:
        with self._lock:
            self._count += 1
            if self._count == 1:
                self._before, self._thresholds = sys.getrecursionlimit(), gc.get_threshold()
                sys.setrecursionlimit(max(self._before, DEEPEST))
                gc.set_threshold(*GC_THRESHOLDS)

    def restore(self) -> None:
        with self._lock:
            self._count -= 1
            if not self._count:
                sys.setrecursionlimit(self._before)
                gc.set_threshold(*self._thresholds)


_PROCESS = _Process()


class limits:  # noqa: N801  (used as a statement)
    """Limits what runs in its block."""

    __slots__ = ("_handler", "_longest")

    def __init__(self, settings: Settings) -> None:
        self._longest = settings.get("longest_compile", LONGEST)
        self._handler: object = None

    def __enter__(self) -> None:
        _PROCESS.raise_()
        if self._longest:
            self._watch()

    def _watch(self) -> None:
        # The module of this name without the underscore is slow to import.
        from _signal import setitimer, signal  # type: ignore[import-not-found]

        try:
            self._handler = signal(_ALARM, self._overdue)
        except ValueError:  # not in the main thread
            return
        setitimer(_REAL_TIME, self._longest)

    def _overdue(self, *_: object) -> None:
        raise OverdueError(
            f"The compile takes longer than {self._longest:g} seconds (setting longest_compile)",
            "overdue",
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._handler is not None:
            from _signal import setitimer, signal

            setitimer(_REAL_TIME, 0)
            signal(_ALARM, self._handler)
        _PROCESS.restore()
