"""Processors of reports, by the setting `reports`.

    store       a YAML file below reportdir, as puppetserver writes it
    http        a POST of the same YAML to reporturl
    puppetdb    the store that storeconfigs_backend names; our own store gets every report anyway
    log         the messages of the run, in the log of the server
    none        no processor
    NAME        a class that an installed distribution names as the entry point NAME in the group
                duckrow.plugins; it derives from ReportProcessor

Each processor has a thread of its own. One that fails tries again, later and later; one that hangs
holds up nothing but itself. What it has not done yet is in the report store.
"""

from __future__ import annotations

from threading import Event, Thread
from time import gmtime, monotonic, strftime

from duckrow.machine.files.durable import make_directory_durably, write_durably
from duckrow.machine.paths import exists
from duckrow.machine.web.request import Request as WebRequest
from duckrow.puppet.storeconfigs.report_payload import report_command
from duckrow.server.reports.data import Report
from duckrow.server.reports.store import LONGEST_DELAY, NotStoredError
from duckrow.server.store.open_store import OWN, PUPPETDB, open_store
from duckrow.source.addresses import without_password
from duckrow.source.did_you_mean import did_you_mean
from duckrow.source.errors import DuckrowError, InputError, reason
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.metadata import EntryPoint

    from duckrow.machine.web.request import Web
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.store import Store
    from duckrow.server.reports.store import PendingReport, ReportStore

    Log = Callable[[str, str], object]

GROUP = "duckrow.plugins"
BUILT_IN = ("store", "http", "log", PUPPETDB)
_DIRECTORY, _FILE = 0o750, 0o640
_FIRST_DELAY = 5  # seconds
_MOST_ATTEMPTS = 7 * 24  # one an hour: a week, by any clock
_TOGETHER = 20
_IDLE = 5.0  # seconds between two looks at the store when nothing is announced
_HTTP_SECONDS = 60.0


class ProcessorError(DuckrowError):
    """A processor that could not do its work; it tries again later."""


class ReportProcessor:
    """A processor of reports: a class overrides `process`, which may run for long and may raise.

    duckrow sets `name` and makes one object for the life of the server.
    """

    name = ""

    def process(self, report: Report) -> None:
        """Do something with a report. It may come twice, if the server died meanwhile."""
        raise NotImplementedError


class StoreProcessor(ReportProcessor):
    """Writes reportdir/NODE/YYYYMMDDHHMM.yaml.

    The time is that of the report's arrival. The reference replaces a report of the same minute;
    here the second one gets its seconds too, and others a number.
    """

    def __init__(self, directory: str) -> None:
        self._directory = directory

    def process(self, report: Report) -> None:
        node = report.node
        if "/" in node or "\0" in node or node in ("", ".", ".."):
            raise ValueError(f"Invalid node name {node!a}")
        home = f"{self._directory}/{node}"
        make_directory_durably(home, _DIRECTORY)
        arrival = gmtime(report.received)
        name = strftime("%Y%m%d%H%M", arrival)
        if exists(f"{home}/{name}.yaml"):
            name = first = strftime("%Y%m%d%H%M%S", arrival)
            number = 1
            while exists(f"{home}/{name}.yaml"):
                number += 1
                name = f"{first}-{number}"
        write_durably(f"{home}/{name}.yaml", report.yaml().encode("utf-8", "replace"), _FILE)


class HttpProcessor(ReportProcessor):
    """Sends the report to a URL."""

    def __init__(self, url: str, web: Web) -> None:
        self._url = url
        self._shown = without_password(url)
        self._web = web

    def process(self, report: Report) -> None:
        request = WebRequest(
            self._url,
            "POST",
            headers={"content-type": "application/x-yaml"},
            body=report.yaml().encode("utf-8", "replace"),
            seconds=_HTTP_SECONDS,
        )
        what = f"Unable to submit report to {self._shown}"
        try:
            with self._web.ask(request) as answer:
                if not answer.is_success:
                    raise ProcessorError(f"{what} [{answer.status}] {answer.reason}")
        except (OSError, ValueError) as error:  # not reached, not trusted; not an address
            raise ProcessorError(f"{what}: {reason(error)}; see the setting reporturl") from None


class LogProcessor(ReportProcessor):
    """Writes the messages of a run into the log of the server."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def process(self, report: Report) -> None:
        lines = report.data.get("logs")
        for line in lines if isinstance(lines, list) else ():
            level = line["level"] if line["level"] in LEVELS else "notice"
            self._log(level, f"//{report.node}/{line.get('source', 'Puppet')}: {line['message']}")


class StoredReports(ReportProcessor):
    """Gives reports to a store of catalogs; `producer` is the name of the server."""

    def __init__(self, store: Store, producer: str) -> None:
        self._store = store
        self._producer = producer

    def process(self, report: Report) -> None:
        received = int(report.received * 1_000_000_000)
        includes_unchanged = self._store.includes_unchanged
        self._store.submit(
            report_command(
                report.data, self._producer, received, includes_unchanged=includes_unchanged
            )
        )


def processor_names(settings: Settings) -> list[str]:
    """Return the processors that the setting `reports` names, each once. Raises InputError."""
    words = [word.strip() for word in str(settings["reports"]).split(",")]
    if settings.storeconfigs and settings["storeconfigs_backend"] == OWN:
        words.append(PUPPETDB)
    found = [name for name in dict.fromkeys(words) if name and name != "none"]
    for name in found:
        if name not in BUILT_IN:
            _expect_installed(name)
    return found


def make_processors(
    names: Sequence[str],
    settings: Settings,
    web: Web,
    log: Log,
    find_store: Callable[[], Store] | None = None,
) -> list[ReportProcessor]:
    """Make processors by name. Raises InputError for one that does not exist."""
    found = []
    for name in names:
        processor: ReportProcessor
        if name == "store":
            processor = StoreProcessor(str(settings["reportdir"]))
        elif name == "http":
            processor = HttpProcessor(str(settings["reporturl"]), web)
        elif name == "log":
            processor = LogProcessor(log)
        elif name == PUPPETDB:
            store = open_store(settings, log) if find_store is None else find_store()
            processor = StoredReports(store, str(settings["certname"]))
        else:
            processor = _installed(name)
        processor.name = name
        found.append(processor)
    return found


def _expect_installed(name: str) -> list[EntryPoint]:
    from duckrow.machine.entry_points import entry_points_of, names_of_entry_points

    entries = entry_points_of(GROUP, name)
    if not entries:
        hint = did_you_mean(name, (*BUILT_IN, "none", *names_of_entry_points(GROUP)))
        raise InputError(
            f"the setting reports names '{name}', which is no processor of reports",
            f"no installed distribution has an entry point {name} in the group {GROUP}",
            hint or "",
        )
    return entries


def _installed(name: str) -> ReportProcessor:
    entries = _expect_installed(name)
    try:
        made = entries[0].load()()
    except Exception as error:  # code of others
        raise InputError(f"the processor of reports {name} cannot be loaded: {error!r}") from error
    if not isinstance(made, ReportProcessor):
        raise InputError(
            f"the processor of reports {name} cannot be used: {entries[0].value} does not derive "
            "from duckrow.server.reports.processors.ReportProcessor"
        )
    return made


class ReportWork:
    """Runs processors on the reports of a store, each in a thread of its own."""

    __slots__ = ("_busy", "_log", "_processors", "_stop", "_store", "_threads", "_wakes")

    def __init__(self, store: ReportStore, processors: Sequence[ReportProcessor], log: Log) -> None:
        self._store = store
        self._processors = processors
        self._log = log
        self._stop = Event()
        self._threads: list[Thread] = []
        self._busy: dict[str, float] = {}
        self._wakes = [Event() for _ in processors]

    def start(self) -> None:
        """Start the threads."""
        for processor, wake in zip(self._processors, self._wakes, strict=True):
            name = f"report {processor.name}"
            thread = Thread(target=self._run, args=(processor, wake), name=name, daemon=True)
            thread.start()
            self._threads.append(thread)

    def wake(self) -> None:
        """Say that a report has arrived."""
        for each in self._wakes:
            each.set()

    def stop(self, seconds: float) -> None:
        """End the threads; one that hangs is left alone after some seconds."""
        self._stop.set()
        self.wake()
        until = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def busy_since(self) -> dict[str, float]:
        """Return for how many seconds each processor has been at its present report."""
        now = monotonic()
        return {name: now - since for name, since in list(self._busy.items())}

    def _run(self, processor: ReportProcessor, wake: Event) -> None:
        while not self._stop.is_set():
            wake.clear()
            try:
                reports = self._store.pending(processor.name, _TOGETHER)
                for each in reports:
                    if not self._stop.is_set():
                        self._process(processor, each)
            except NotStoredError as error:
                self._log("err", f"reports cannot be processed: {error}")
                reports = []
            if not reports:
                wake.wait(_IDLE)

    def _process(self, processor: ReportProcessor, pending: PendingReport) -> None:
        name = processor.name
        self._busy[name] = monotonic()
        try:
            processor.process(Report(pending.node, pending.report, received=pending.received))
        except Exception as error:  # of a disk, of a server, of code of others
            what = reason(error)
            if not isinstance(error, DuckrowError | OSError):
                what = f"{type(error).__name__}: {what}"
            self._retry(name, pending, what)
        else:
            self._store.finish(name, pending.number)
        finally:
            self._busy.pop(name, None)

    def _retry(self, name: str, pending: PendingReport, what: str) -> None:
        text = f"the report processor {name} failed for {pending.node}: {what}"
        if pending.attempts > _MOST_ATTEMPTS:
            self._log("err", f"{text}; it is given up after {pending.attempts} attempts")
            self._store.finish(name, pending.number)
            return
        seconds = min(_FIRST_DELAY << min(pending.attempts, 20), LONGEST_DELAY)
        self._log("err", f"{text}; it tries again in {seconds} seconds")
        self._store.delay(name, pending.number, seconds)
