"""The reports of a site: the store, and the work that processors do on it.

    reporting = Reporting(directory, settings, log)
    reporting.start()                       in the web process; it makes the processors
    reporting.save(report)
    reporting.stop()

A report is on the disk when `save` returns.
"""

from __future__ import annotations

from duckrow.machine.paths import exists
from duckrow.machine.web.session import Session, Tls
from duckrow.server.reports.processors import ReportWork, make_processors, processor_names
from duckrow.server.reports.store import NotStoredError, ReportStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.web.request import Web
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.store import Store
    from duckrow.server.reports.data import Report
    from duckrow.server.reports.store import LastRun

_STOP_SECONDS = 5.0
_READ_SECONDS = 60.0


def reports_directory(settings: Settings) -> str:
    """Return the directory of the report store."""
    return f"{settings['vardir']}/duckrow"


class Reporting:
    """Receives reports. Threads may share it."""

    __slots__ = ("_find_store", "_log", "_settings", "_store", "_web", "_work", "names")

    def __init__(
        self,
        directory: str,
        settings: Settings,
        log: Callable[[str, str], object],
        web: Web | None = None,
        find_store: Callable[[], Store] | None = None,
    ) -> None:
        """Find the processors that the setting `reports` names. Raises InputError."""
        self.names = processor_names(settings)
        self._settings = settings
        self._log = log
        self._find_store = find_store
        self._web = web

        def warn(message: str) -> None:
            log("warning", message)

        self._store = ReportStore(directory, self.names, warn)
        self._work: ReportWork | None = None

    def start(self) -> None:
        """Start the processors; they begin with what an earlier process left. Raises InputError.

        Only here goes what an earlier process left for processors that are no longer named.
        """
        web = self._web or _web(self._settings)
        processors = make_processors(self.names, self._settings, web, self._log, self._find_store)
        try:
            self._store.drop_others()
        except NotStoredError as error:  # which may pass; agents hear of it meanwhile
            self._log("err", f"old reports cannot be dropped: {error}")
        self._work = ReportWork(self._store, processors, self._log)
        self._work.start()

    def save(self, report: Report) -> None:
        """Store a report, and tell the processors. Raises NotStoredError."""
        self._store.save(report)
        if self._work is not None:
            self._work.wake()

    def last_runs(self) -> list[LastRun]:
        """Return the last run of every node, by name. Raises NotStoredError."""
        return self._store.last_runs()

    def last_report(self, node: str) -> bytes | None:
        """Return the last report of a node as JSON. Raises NotStoredError."""
        return self._store.last_report(node)

    def waiting(self) -> dict[str, int]:
        """Return how many reports wait for each processor. Raises NotStoredError."""
        counts = self._store.count_pending()
        return {name: counts.get(name, 0) for name in self.names}

    def busy(self) -> dict[str, float]:
        """Return for how many seconds each processor has worked on a report."""
        busy = {} if self._work is None else self._work.busy_since()
        return {name: busy.get(name, 0.0) for name in self.names}

    def stop(self) -> None:
        """End the processors, write what is waiting, and close the store."""
        if self._work is not None:
            self._work.stop(_STOP_SECONDS)
        self._store.close()


def _web(settings: Settings) -> Web:
    """Return a client whose servers have certificates of Puppet's authority, as the reference's."""
    crl, certificate = str(settings["hostcrl"]), str(settings["hostcert"])
    tls = Tls(
        str(settings["localcacert"]),
        crl if exists(crl) else None,
        certificate if exists(certificate) else None,
        str(settings["hostprivkey"]),
        revocation=str(settings["certificate_revocation"]),
    )
    return Session(tls, read_seconds=_READ_SECONDS)
