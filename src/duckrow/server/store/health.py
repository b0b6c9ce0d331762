"""Whether the database of the store can be reached, for monitors that ask often."""

from __future__ import annotations

from threading import Lock
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.log import Log
    from duckrow.store.database.database import Database

_SECONDS = 5.0  # for which an answer counts, and that a look may take


class StoreHealth:
    """Looks at a database, at most every few seconds. Threads may share it."""

    __slots__ = ("_database", "_is_up", "_lock", "_log", "_until")

    def __init__(self, database: Database, log: Log) -> None:
        self._database = database
        self._log = log
        self._lock = Lock()
        self._is_up = True
        self._until = 0.0

    def is_up(self) -> bool:
        """Return whether the database answers; who asks during a look gets the last answer."""
        if monotonic() < self._until or not self._lock.acquire(blocking=False):
            return self._is_up
        try:
            self._look()
            self._until = monotonic() + _SECONDS
        finally:
            self._lock.release()
        return self._is_up

    def _look(self) -> None:
        was_up = self._is_up
        try:
            self._database.reach(_SECONDS)
            self._is_up = True
        except Exception as error:  # of a disk, of a library: the status tells, and never fails
            self._is_up = False
            if was_up:
                self._log("err", f"the store cannot be reached: {error}")
        if self._is_up and not was_up:
            self._log("notice", "the store can be reached again")
