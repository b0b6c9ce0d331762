"""The thread of the web process that cleans the store every `gc-interval`.

When it starts it counts the days of a store that an older duckrow wrote (`store/day_counts.py`).

housekeeper = Housekeeper(records, store_settings, log)
housekeeper.start()
housekeeper.clean()                     at once, such as for a client
housekeeper.stop()                      ends both
"""

from __future__ import annotations

from threading import Event, Thread
from time import time_ns

from duckrow.store.database.errors import UnavailableError
from duckrow.store.day_counts import fill
from duckrow.store.housekeeping import PARTS, Ages, Housekeeping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.server.log import Log
    from duckrow.server.store.settings import StoreSettings
    from duckrow.store.store import Store

_STOP_SECONDS = 10.0
_REACH_SECONDS = 2.0
_AGAIN_SECONDS = 60.0


class Housekeeper:
    """Cleans the store of a site. Threads may share it."""

    __slots__ = ("_ages", "_interval", "_is_over", "_log", "_store", "_thread")

    def __init__(self, store: Store, settings: StoreSettings, log: Log) -> None:
        self._store = store
        self._log = log
        self._interval = settings.gc_interval
        self._ages = Ages(
            settings.node_ttl,
            settings.node_purge_ttl,
            settings.report_ttl,
            settings.resource_events_ttl,
        )
        self._is_over = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Start the thread; it does not clean if the interval is 0."""
        self._thread = Thread(target=self._run, name="housekeeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the step that has begun."""
        self._is_over.set()
        if self._thread is not None:
            self._thread.join(_STOP_SECONDS)

    def clean(self, parts: Sequence[str] = PARTS) -> bool:
        """Clean parts of the store now; return False if somebody else is at it."""
        if not self._store.cleaning.acquire(blocking=False):
            return False
        try:
            self._clean(parts)
        finally:
            self._store.cleaning.release()
        return True

    def _clean(self, parts: Sequence[str]) -> None:
        work = Housekeeping(self._store.database, self._ages, self._is_over.is_set)
        work.run(time_ns() // 1000, parts)
        if work.counts:
            found = ", ".join(f"{count} {kind}" for kind, count in work.counts.items())
            self._log("notice", f"the store was cleaned: {found}")

    def _run(self) -> None:
        while not self._count_days():
            if self._is_over.wait(_AGAIN_SECONDS):
                return
        while self._interval and not self._is_over.wait(self._interval):
            self._try(self.clean)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:  # the next time may be better
            self._log("err", f"the store cannot be cleaned: {type(error).__name__}: {error}")

    def _count_days(self) -> bool:
        """Fill the counts of days; return False if the store is away, of which who asks hears."""
        database = self._store.database
        try:
            database.reach(_REACH_SECONDS)
        except UnavailableError:
            return False
        self._try(lambda: fill(database, self._is_over.is_set))
        return True
