"""When a daemon runs: every runinterval, and with splay from a moment of its own."""

from __future__ import annotations

from random import SystemRandom
from time import monotonic

from duckrow.machine.processes.daemon import (
    CHILD,
    RESTART,
    RUN_NOW,
    STOP,
    Signals,
    end_process,
    has_ended,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.settings.settings import Settings

ENDLESS = 10 * 365 * 86400.0


def splay_of(settings: Settings) -> float:
    """Return a random time to wait, up to splaylimit; 0 without splay."""
    if not settings["splay"]:
        return 0.0
    limit = min(float(settings["splaylimit"]), ENDLESS)
    return float(SystemRandom().randint(0, int(limit)))


class Daemon:
    """Starts a run every interval until it is stopped. Each run is a process of its own.

    `start` starts a run and returns its process.
    """

    __slots__ = ("_interval", "_log", "_longest", "_signals", "_start")

    def __init__(
        self,
        interval: float,
        longest: float,
        start: Callable[[], int],
        log: Callable[[str, str], None],
    ) -> None:
        self._interval = min(interval, ENDLESS)
        self._longest = min(longest, ENDLESS) or ENDLESS
        self._start = start
        self._log = log
        self._signals = Signals()

    def serve(self, first: float) -> str:
        """Run after `first` seconds and then every interval; return why it ends: stop, restart."""
        due = monotonic() + first
        try:
            while True:
                meaning = self._signals.wait(due - monotonic())
                if meaning in (STOP, RESTART):
                    return meaning
                if meaning == RUN_NOW or monotonic() >= due:
                    started = monotonic()
                    meaning = self._watch(self._start())
                    if meaning in (STOP, RESTART):
                        return meaning
                    if meaning == RUN_NOW:
                        due = monotonic()
                    elif started >= due:
                        # A run that takes longer than the interval does not pile up others.
                        due = max(started + self._interval, monotonic())
        finally:
            self._signals.release()

    def _watch(self, run: int) -> str | None:
        """Wait for a run; return the meaning of a signal that counts after it."""
        limit = monotonic() + self._longest
        wanted: str | None = None
        while True:
            meaning = self._signals.wait(limit - monotonic())
            if meaning == CHILD and has_ended(run) is not None:
                return wanted
            if meaning == STOP:
                wanted = STOP
                end_process(run)
            elif meaning == RESTART and wanted != STOP:
                wanted = RESTART
            elif meaning == RUN_NOW:
                wanted = wanted or RUN_NOW
            elif meaning is None and monotonic() >= limit:
                self._log(
                    "err",
                    "Execution of Puppet configuration client did not complete within "
                    f"{self._longest:g} seconds and was terminated.",
                )
                end_process(run)
                limit = monotonic() + 60
