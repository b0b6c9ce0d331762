"""One run on a host: its log, its report, and their place in the state directory.

    run = Run(host, environment, on_log=print_line)
    run.open_state(directory)
    … apply the parts, which add themselves to run.report.parts …
    run.close(seconds)

Whatever happens in between, there is a report, and it is stored. A run whose state cannot be stored
continues: it logs that, and `close` returns its report.
"""

from __future__ import annotations

from duckrow.machine.files.private import exists
from duckrow.machine.this_process import name_of_signal, random_bytes
from duckrow.source.errors import DuckrowError, reason
from duckrow.source.levels import from_level
from duckrow.state.report import LogLine, Report
from duckrow.state.secrets import Secrets
from duckrow.state.small_json import dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.state.backups import Backups
    from duckrow.state.journal import Journal
    from duckrow.state.store import Store

MANY = 500  # resources or promises from which a report is large


class Run:
    """A run on one host."""

    __slots__ = (
        "_journal",
        "_levels",
        "_on_log",
        "backups",
        "has_console",
        "has_lost_report",
        "on_record",
        "recording",
        "remembered",
        "report",
        "secrets",
        "state_directory",
        "store",
    )

    def __init__(
        self,
        host: str,
        environment: str,
        on_log: Callable[[LogLine], None],
        *,
        is_noop: bool = False,
        level: str = "notice",
    ) -> None:
        self.report = Report(host, environment, new_uuid(), is_noop=is_noop)
        self.secrets = Secrets()
        self.store: Store | None = None
        self.state_directory: str | None = None
        # The state of resources that the run stores for the next run, by reference, as JSON.
        self.remembered: dict[str, str] = {}
        # What --record stores of each part, for `duckrow explain --run`.
        self.recording: list[dict[str, object]] = []
        self.has_lost_report = False
        self.backups: LazyBackups | None = None
        self._on_log = on_log
        self.has_console = True  # else messages go only to other destinations
        # Receives every message of the report too: --logdest.
        self.on_record: Callable[[LogLine], object] | None = None
        self._levels = frozenset(from_level(level))
        self._journal: Journal | None = None

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
            entry = self.record(level, message, source, file, line)
            if self.has_console:
                self._on_log(entry)

    def record(
        self, level: str, message: str, source: str, file: str | None, line: int | None
    ) -> LogLine:
        """Add a message to the report only, and return it without secrets."""
        if self.secrets:
            message, source = self.secrets.hide(message), self.secrets.hide(source)
        entry = LogLine(level, message, source, file=file, line=line)
        self.report.logs.append(entry)
        if self.on_record is not None:
            self.on_record(entry)
        return entry

    def log_signal(self, code: int) -> None:
        """Log that a signal with this exit code stops the run."""
        self.log("notice", f"Caught {name_of_signal(code)}; exiting")

    def warn(self, message: str) -> None:
        """Log a warning."""
        self.log("warning", message)

    def open_state(self, directory: str) -> None:
        """Open the journal; if that is impossible, the run continues without state.

        A database of a newer version raises NewerDatabaseError before anything is applied.
        """
        from duckrow.state.journal import Journal

        _reject_newer_databases(directory)
        report = self.report
        self.state_directory = directory
        self.backups = LazyBackups(directory, self.warn)
        try:
            self._journal = Journal(directory, self.warn)
            broken = self._journal.begin(report.uuid, report.host, report.time_ns)
        except (OSError, ValueError) as error:
            self.warn(_unusable_state(directory, error))
            self._journal = None
            return
        if broken:
            self.log("info", f"An earlier run did not end: {', '.join(broken)}")

    @property
    def has_state(self) -> bool:
        """Whether the run stores state for the next run."""
        return self._journal is not None

    def load_remembered(self) -> dict[str, str]:
        """Open the database when a resource first needs its stored state."""
        from duckrow.machine.sqlite import DatabaseError
        from duckrow.state.schema import IncompleteDatabaseError
        from duckrow.state.store import Store

        assert self.state_directory is not None
        try:
            if self.store is None:
                self.store = Store(self.state_directory, self.warn)
            return {**self.store.remembered(), **self.remembered}
        except (OSError, DatabaseError, IncompleteDatabaseError, ValueError) as error:
            self.warn(_unusable_state(self.state_directory, error))
            return {}

    def report_data(self) -> dict[str, object]:
        """Return the report as plain data without secrets."""
        data = self.secrets.hide_all(self.report.to_data())
        statuses = data["resource_statuses"]
        assert isinstance(statuses, dict)
        data["resource_statuses"] = self.secrets.hide_names(statuses)
        return data

    def remembered_data(self) -> dict[str, str]:
        """Return the state of resources to store, without secrets.

        A resource with a secret in its reference is left out: two of them could have the same
        reference without it, and the next run would confuse them.
        """
        hide = self.secrets.hide
        return {ref: hide(text) for ref, text in self.remembered.items() if hide(ref) == ref}

    def close(self, seconds: float | None = None) -> dict[str, object] | None:
        """Store the report and close the state; return a report that could not be stored."""
        try:
            if self.recording:
                self._store_recording()
            return self._store_report(seconds)
        finally:
            if self.store is not None:
                self.store.close()
            if self.backups is not None:
                self.backups.close()

    def _store_recording(self) -> None:
        from duckrow.state.recordings import store_recording

        assert self.state_directory is not None
        parts = [self.secrets.hide_all(part) for part in self.recording]
        try:
            store_recording(self.state_directory, self.report.uuid, parts)
        except OSError as error:
            self.warn(f"Could not keep the recording of this run: {reason(error)}")

    def _store_report(self, seconds: float | None) -> dict[str, object] | None:
        report, journal = self.report, self._journal
        if seconds is not None:
            report.times["total"] = seconds
        if journal is None:
            return self.report_data() if self.state_directory is not None else None
        data = self.report_data()
        try:
            self._keep(journal, dump_report(data))
        except (OSError, DuckrowError) as error:
            self.warn(f"Could not keep the report of this run: {error}")
            self.has_lost_report = True
            return data
        return None

    def _keep(self, journal: Journal, text: str) -> None:
        """Store a report: in the journal, unless the database is open or must be."""
        report = self.report
        who = (report.uuid, report.host, report.time_ns, report.status, text)
        if self.store is None and not journal.has_room:
            self.load_remembered()
        if self.store is None:
            journal.end(*who)
            return
        from duckrow.machine.sqlite import DatabaseError

        try:
            self.store.end(*who, self.remembered_data())
        except DatabaseError as error:
            self.warn(f"Could not keep what this run remembers: {error}")
            journal.end(*who)
            return
        try:  # noqa: SIM105  (contextlib is slow to import)
            journal.end(*who[:4], "")
        except OSError:
            pass  # the next run takes this one for killed; the database knows better


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


def _reject_newer_databases(directory: str) -> None:
    store, backups = f"{directory}/state.db", f"{directory}/backups.db"
    if not exists(store) and not exists(backups):
        return  # most small runs have only a journal, and need not import the schema
    from duckrow.state.schema import BACKUPS, STORE, reject_newer

    reject_newer(store, STORE)
    reject_newer(backups, BACKUPS)


def _unusable_state(directory: str, error: Exception) -> str:
    """Return the warning about state that cannot be used; it names the file if that is known."""
    file = getattr(error, "filename", None)
    if isinstance(file, str) and file.startswith(f"{directory}/"):
        return f"Could not open the state file {file}: {reason(error)}"
    return f"Could not open the state in {directory}: {reason(error)}"


def dump_report(data: dict[str, object]) -> str:
    """Write a report as JSON: a large one with orjson if that is installed."""
    statuses, promises = data["resource_statuses"], data["promises"]
    assert isinstance(statuses, dict)
    assert isinstance(promises, list)
    if len(statuses) + len(promises) > MANY:
        try:
            from orjson import dumps

            return dumps(data).decode()
        except (ImportError, TypeError):  # texts that only the slower one can write
            pass
    return dump(data)


def new_uuid() -> str:
    """Return a new random UUID."""
    text = random_bytes(16).hex()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:32]}"
