"""One run: apply a catalog, log what happens, and store a report.

    run = Run(machine, host, environment, options, on_log=print_line)
    run.open_state(directory)
    run.apply(ral_from_build(build, run.providers, run.log))
    run.close()

Whatever happens in between, there is a report, and it is kept. A run whose state cannot be kept
goes on without: it says so, and its report goes to who asked for it.
"""

from __future__ import annotations

from time import perf_counter, time

from duckrow.machine.this_process import random_bytes
from duckrow.puppet.apply.report import LogLine, Report
from duckrow.puppet.apply.resource import Applier
from duckrow.puppet.apply.schedules import DEFAULTS, Schedules
from duckrow.puppet.apply.secrets import Secrets
from duckrow.puppet.apply.stored_state import StoredState, dump
from duckrow.puppet.apply.transaction import ApplyError, Transaction
from duckrow.puppet.providers.index import Providers
from duckrow.source.errors import DuckrowError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.order import Relationships
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.resources.desired import Desired
    from duckrow.state.backups import Backups
    from duckrow.state.journal import Journal
    from duckrow.state.store import Store

MANY = 500  # resources from which a report is large
LEVELS = ("debug", "info", "notice", "warning", "err", "alert", "emerg", "crit")


class RunOptions:
    """The options of a run."""

    __slots__ = (
        "graph_directory",
        "has_default_schedules",
        "ignores_schedules",
        "is_noop",
        "level",
        "passes",
        "shows_diff",
        "skip_tags",
        "tags",
        "traces",
    )

    def __init__(
        self,
        *,
        is_noop: bool = False,
        tags: tuple[str, ...] = (),
        skip_tags: tuple[str, ...] = (),
        ignores_schedules: bool = False,
        shows_diff: bool = False,
        passes: int = 1,
        level: str = "notice",
        has_default_schedules: bool = True,
        traces: bool = False,
        graph_directory: str | None = None,
    ) -> None:
        self.is_noop = is_noop
        self.tags = tags
        self.skip_tags = skip_tags
        self.ignores_schedules = ignores_schedules
        self.shows_diff = shows_diff
        self.passes = passes
        self.level = level
        self.has_default_schedules = has_default_schedules
        self.traces = traces
        self.graph_directory = graph_directory


class Run:
    """A run on one host."""

    __slots__ = (
        "_backups",
        "_journal",
        "_levels",
        "_on_log",
        "_state_directory",
        "faults",
        "has_lost_report",
        "options",
        "providers",
        "report",
        "secrets",
        "stops",
        "store",
        "stored",
    )

    def __init__(
        self,
        machine: Machine,
        host: str,
        environment: str,
        options: RunOptions,
        on_log: Callable[[LogLine], None],
    ) -> None:
        self.options = options
        self.providers = Providers(machine)
        self.report = Report(host, environment, _uuid(), is_noop=options.is_noop)
        self.stored = StoredState()
        self.store: Store | None = None
        self.stops: Callable[[], bool] | None = None
        self.faults: list[tuple[Desired, Exception]] = []
        self.has_lost_report = False
        self.secrets = Secrets()
        self._on_log = on_log
        self._levels = frozenset(LEVELS[LEVELS.index(options.level) :])
        self._state_directory: str | None = None
        self._journal: Journal | None = None
        self._backups: LazyBackups | None = None

    def log(
        self,
        level: str,
        message: str,
        source: str = "Puppet",
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        """Log a message, to the console and in the report."""
        if level in self._levels:
            if self.secrets:
                message, source = self.secrets.hide(message), self.secrets.hide(source)
            entry = LogLine(level, message, source, file=file, line=line)
            self.report.logs.append(entry)
            self._on_log(entry)

    def open_state(self, directory: str) -> None:
        """Open the journal; if that is impossible, the run continues without state.

        A database of a newer version raises NewerDatabaseError before anything is applied.
        """
        from duckrow.state.journal import Journal
        from duckrow.state.schema import BACKUPS, STORE, reject_newer

        reject_newer(f"{directory}/state.db", STORE)
        reject_newer(f"{directory}/backups.db", BACKUPS)
        report = self.report
        self._state_directory = directory
        try:
            self._journal = Journal(directory, self._warn)
            broken = self._journal.begin(report.uuid, report.host, report.time_ns)
        except (OSError, ValueError) as error:
            self._warn(_unusable_state(directory, error))
            self._journal = None
            return
        self.stored = StoredState(load=self._load_stored)
        if broken:
            self.log("info", f"An earlier run did not end: {', '.join(broken)}")

    def _load_stored(self) -> dict[str, str]:
        """Open the database when a resource first needs its stored state."""
        from duckrow.machine.sqlite import DatabaseError
        from duckrow.state.schema import IncompleteDatabaseError
        from duckrow.state.store import Store

        assert self._state_directory is not None
        try:
            self.store = Store(self._state_directory, self._warn)
            return self.store.remembered()
        except (OSError, DatabaseError, IncompleteDatabaseError, ValueError) as error:
            self._warn(_unusable_state(self._state_directory, error))
            return {}

    def _warn(self, message: str) -> None:
        self.log("warning", message)

    def apply(
        self,
        catalog: RalCatalog,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> bool:
        """Apply a catalog; False if it could not be applied at all, which has been logged."""
        start = perf_counter()
        try:
            self._take_over(catalog)
            self._walk(catalog, on_progress)
        except (DuckrowError, OSError) as error:
            self.log("err", f"Failed to apply catalog: {error}")
            return False
        finally:
            self.report.times["catalog_application"] = perf_counter() - start
        self.log("notice", f"Applied catalog in {perf_counter() - start:.2f} seconds")
        return True

    def _take_over(self, catalog: RalCatalog) -> None:
        report = self.report
        self.secrets = catalog.secrets
        report.version, report.catalog_uuid = catalog.version, catalog.uuid
        catalog.is_noop, catalog.shows_diff = self.options.is_noop, self.options.shows_diff
        if self.options.has_default_schedules:
            add_default_schedules(catalog)
        if self._state_directory is not None:
            self._backups = LazyBackups(self._state_directory, self._warn)
            catalog.backups = self._backups

    def _walk(self, catalog: RalCatalog, on_progress: Callable[[int, int], None] | None) -> None:
        options, report = self.options, self.report
        machine = self.providers.machine
        applier = Applier(
            machine,
            self.stored,
            is_noop=options.is_noop,
            shows_diff=options.shows_diff,
            on_fault=lambda desired, error: self.faults.append((desired, error)),
        )
        schedules = None
        if not options.ignores_schedules:
            schedules = Schedules(catalog, self.stored, time(), self.log)
        transaction: Transaction | None = None
        start = perf_counter()
        for number in range(options.passes):
            if transaction is not None:
                undone = transaction.undone()
                if not undone:
                    break
                message = f"Pass {number + 1}: {len(undone)} resources failed or were skipped"
                self.log("notice", message)
            transaction = Transaction(
                catalog,
                applier,
                self.log,
                tags=options.tags,
                skip_tags=options.skip_tags,
                schedules=schedules,
                stops=self.stops,
                earlier=transaction,
                traces=options.traces,
                on_graph=graph_writer(catalog, options.graph_directory),
            )
            report.statuses = transaction.statuses
            try:
                transaction.evaluate(on_progress)
            finally:
                report.has_failed_to_generate = transaction.has_failed_to_generate
                report.is_complete = transaction.is_complete
                machine.settle()
        report.times["transaction_evaluation"] = perf_counter() - start

    def report_data(self) -> dict[str, Any]:
        """Return the report as plain data without secrets."""
        data: dict[str, Any] = self.secrets.hide_all(self.report.to_data())
        return data

    def close(self, seconds: float | None = None) -> dict[str, Any] | None:
        """Store the report, close the state; return a report that could not be stored."""
        try:
            return self._store_report(seconds)
        finally:
            try:
                if self.store is not None:
                    self.store.close()
            finally:
                if self._backups is not None:
                    self._backups.close()

    def _store_report(self, seconds: float | None) -> dict[str, Any] | None:
        report, journal = self.report, self._journal
        if seconds is not None:
            report.times["total"] = seconds
        if journal is None:
            return self.report_data() if self._state_directory is not None else None
        data = self.report_data()
        text = dump_report(data)
        # No-op changes nothing, so its values are not stored.
        changed = {} if report.is_noop else self.stored.changed
        if self.secrets:
            changed = {ref: self.secrets.hide(each) for ref, each in changed.items()}
        try:
            self._keep(journal, text, changed)
        except (OSError, DuckrowError) as error:
            self._warn(f"Could not keep the report of this run: {error}")
            self.has_lost_report = True
            return data
        return None

    def _keep(self, journal: Journal, text: str, changed: dict[str, str]) -> None:
        """Store a report: in the journal, unless the database is open or must be."""
        report = self.report
        who = (report.uuid, report.host, report.time_ns, report.status, text)
        if self.store is None and not journal.has_room:
            self._load_stored()
        if self.store is None:
            journal.end(*who)
            return
        from duckrow.machine.sqlite import DatabaseError

        try:
            self.store.end(*who, changed)
        except DatabaseError as error:
            self._warn(f"Could not keep what this run remembers: {error}")
            journal.end(*who)
            return
        try:  # noqa: SIM105  (contextlib is slow to import)
            journal.end(*who[:4], "")
        except OSError:
            pass  # the next run takes this one for killed; the database knows better


def graph_writer(
    catalog: RalCatalog, directory: str | None
) -> Callable[[Relationships], None] | None:
    """Return the function that writes the graphs of a catalog, if --graph is set."""
    if directory is None:
        return None
    from duckrow.puppet.apply.graphs import write_graphs

    return lambda graph: write_graphs(catalog, graph, directory)


def _unusable_state(directory: str, error: Exception) -> str:
    """Return the warning about state that cannot be used; it names the file if that is known."""
    file = getattr(error, "filename", None)
    if isinstance(file, str) and file.startswith(f"{directory}/"):
        return f"Could not open the state file {file}: {reason(error)}"
    return f"Could not open the state in {directory}: {reason(error)}"


class LazyBackups:
    """Backups of files; the store is opened for the first one."""

    __slots__ = ("_backups", "_directory", "_warn")

    def __init__(self, directory: str, warn: Callable[[str], None]) -> None:
        self._directory = directory
        self._warn = warn
        self._backups: Backups | None = None

    def keep(self, path: str, read: Callable[[], Iterable[bytes]]) -> str:
        """Back up the content of a file; see `Backups.keep`."""
        from duckrow.machine.sqlite import DatabaseError, is_busy, is_unavailable
        from duckrow.state.backups import NAME, BackupError, Backups

        try:
            if self._backups is None:
                self._backups = Backups(self._directory, self._warn)
            return self._backups.keep(path, read)
        except DatabaseError as error:
            if not is_unavailable(error) and not is_busy(error):
                raise
            why = reason(error)
        except OSError as error:
            if error.filename != f"{self._directory}/{NAME}":
                raise
            why = reason(error)
        raise BackupError(f"Could not back up {path} in {self._directory}/{NAME}: {why}")

    def close(self) -> None:
        """Close the store if it is open."""
        if self._backups is not None:
            self._backups.close()
            self._backups = None


def add_default_schedules(catalog: RalCatalog) -> None:
    """Add the schedules that every catalog has, unless it has its own of that name."""
    from duckrow.puppet.resources.schedule import TABLE

    for name, values in DEFAULTS.items():
        if catalog.find("schedule", name) is None:
            schedule = catalog.desired(TABLE, name, values, None, None, ("schedule", name), ())
            catalog.add(schedule, [])


def dump_report(data: dict[str, Any]) -> str:
    """Write a report as JSON: a large one with orjson if that is installed."""
    if len(data["resource_statuses"]) > MANY:
        try:
            from orjson import dumps

            return dumps(data).decode()
        except (ImportError, TypeError):  # texts that only the slower one can write
            pass
    return dump(data)


def _uuid() -> str:
    text = random_bytes(16).hex()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:32]}"


__all__ = ["ApplyError", "Run", "RunOptions"]
