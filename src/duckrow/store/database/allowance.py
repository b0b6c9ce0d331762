"""How long a reader may use the database.

    allowance = Allowance(60.0)
    with database.reading(allowance) as session:
        ...
    allowance.end()         in another thread: nobody waits for the answer any more

The time in which a client takes what was read does not count.
"""

from __future__ import annotations

from threading import Lock, Thread
from time import monotonic, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


QUERY_SECONDS = 60.0  # that a query may take
RESTART_SECONDS = 30.0  # that a server of PostgreSQL may be away
_LONGEST_PAUSE = 1.0  # seconds between two tries to end a statement


class Allowance:
    """Seconds of work for one reader."""

    __slots__ = ("_cancel", "_is_ending", "_left", "_lock", "_since", "has_ended", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.has_ended = False
        self._left = seconds
        self._since = monotonic()
        self._lock = Lock()
        self._is_ending = False
        self._cancel: Callable[[], None] | None = None

    def pause(self) -> None:
        """Count no time from now on."""
        self._left -= monotonic() - self._since

    def go_on(self) -> None:
        """Count the time again."""
        self._since = monotonic()

    @property
    def left(self) -> float:
        """The seconds that are left while time counts."""
        return 0.0 if self.has_ended else self._left - (monotonic() - self._since)

    def is_used_up(self) -> bool:
        """Return whether the reader has to stop."""
        return self.left <= 0.0

    def end(self) -> None:
        """Let the reader stop now; any thread may call this, and does not wait."""
        self.has_ended = True
        self._begin_to_end()

    def cancel_with(self, cancel: Callable[[], None] | None) -> None:
        """Say what ends a statement that waits for the database; None when no statement does.

        It returns soon, and raises nothing.
        """
        with self._lock:
            self._cancel = cancel
        if self.has_ended:
            self._begin_to_end()

    def _begin_to_end(self) -> None:
        with self._lock:
            if self._cancel is None or self._is_ending:
                return
            self._is_ending = True
        Thread(target=self._end_statements, name="cancel", daemon=True).start()

    def _end_statements(self) -> None:
        """Cancel until the reader is gone: what comes between two statements ends neither."""
        pause = 0.01
        while True:
            with self._lock:  # the connection must not have another reader meanwhile
                if self._cancel is None:
                    self._is_ending = False
                    return
                self._cancel()
            sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)


def allowed(time: float | Allowance) -> Allowance:
    """Return an allowance; a number means as many seconds."""
    return time if isinstance(time, Allowance) else Allowance(time)
