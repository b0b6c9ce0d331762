"""Reports that agents sent: durable before they are acknowledged, and the last run of each node.

    store = ReportStore(directory, ["store", "http"], warn)
    store.save(report)                      returns when the report is on the disk
    store.last_runs()

1. A report is written together with one row for each processor that still has to see it. A row
   goes when its processor has done its work; so neither a crash nor a processor that fails loses a
   report, and a processor may see one twice.
2. One thread owns the database (see `Writer`). Reports that arrive while it writes are written
   together, with one sync for all of them.
3. The last report of each node stays; an older one goes when no processor needs it any more.
4. The server owns the file. A guest, such as `duckrow node purge`, may use it meanwhile: it leaves
   the work of the server's processors, and a damaged file, as they are.
"""

from __future__ import annotations

import zlib
from time import time

from duckrow.machine.files.private import make_private_directory
from duckrow.source.errors import DuckrowError
from duckrow.state.database import Database, GuestDatabase
from duckrow.state.journal import digest
from duckrow.state.schema import REPORTS
from duckrow.state.writer import StoppingError, Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from sqlite3 import Connection

    from duckrow.server.reports.data import Report

    Work = Callable[[Connection], object]

NAME = "reports.db"
LONGEST_DELAY = 3600  # seconds between two attempts of a processor
# Drop reports that neither a processor nor a node needs.
_DROP_UNUSED = (
    "DELETE FROM reports WHERE id NOT IN (SELECT report FROM pending)"
    " AND id NOT IN (SELECT report FROM nodes)"
)


class NotStoredError(DuckrowError):
    """A report that could not be stored."""


class LastRun:
    """The last run of a node, as its report describes it."""

    __slots__ = (
        "configuration_version",
        "environment",
        "is_noop",
        "node",
        "puppet_version",
        "received",
        "status",
        "time",
        "transaction_uuid",
    )

    def __init__(self, row: tuple[str, int, str, str, str, int, str, str, str]) -> None:
        self.node, self.received, self.time, self.status, self.environment, noop, *rest = row
        self.is_noop = bool(noop)
        self.puppet_version, self.configuration_version, self.transaction_uuid = rest


class PendingReport:
    """A report that a processor has to see; `attempts` is how often that failed."""

    __slots__ = ("attempts", "node", "number", "received", "report")

    def __init__(self, number: int, attempts: int, node: str, received: int, report: bytes) -> None:
        self.number = number
        self.attempts = attempts
        self.node = node
        self.received = received
        self.report = report


class ReportStore:
    """The reports in a directory. Threads may share it; make it after the last fork."""

    __slots__ = ("_is_guest", "_path", "_processors", "_warn", "_writer")

    def __init__(
        self,
        directory: str,
        processors: Sequence[str],
        warn: Callable[[str], None],
        *,
        is_guest: bool = False,
    ) -> None:
        self._is_guest = is_guest
        self._path = f"{directory}/{NAME}"
        self._processors = tuple(processors)
        self._warn = warn
        self._writer: Writer[Connection] = Writer("reports", self._open)

    def save(self, report: Report) -> None:
        """Store a report; it is on the disk when this returns. Raises NotStoredError."""
        row = (
            report.node,
            report.value("time"),
            report.value("status"),
            report.value("environment"),
            report.data.get("noop") is True,
            report.value("puppet_version"),
            report.value("configuration_version"),
            report.value("transaction_uuid"),
        )
        packed = zlib.compress(report.text, 3)
        self._do(lambda connection: _insert(connection, row, packed, self._processors))

    def last_runs(self) -> list[LastRun]:
        """Return the last run of every node, by name. Raises NotStoredError."""
        query = (
            "SELECT name, received, time, status, environment, noop, puppet_version,"
            " configuration_version, transaction_uuid FROM nodes ORDER BY name"
        )
        rows = self._do(lambda connection: connection.execute(query).fetchall())
        assert isinstance(rows, list)
        return [LastRun(row) for row in rows]

    def last_report(self, node: str) -> bytes | None:
        """Return the last report of a node as JSON. Raises NotStoredError."""
        query = "SELECT r.report FROM nodes n JOIN reports r ON r.id = n.report WHERE n.name = ?"
        row = self._do(lambda connection: connection.execute(query, (node,)).fetchone())
        return zlib.decompress(row[0]) if isinstance(row, tuple) else None

    def forget(self, node: str) -> None:
        """Forget a node, but for reports that a processor has not seen yet."""
        self._do(lambda connection: _forget(connection, node))

    # ---- for processors

    def drop_others(self) -> None:
        """Drop work for processors that the setting `reports` no longer names."""
        self._do(lambda connection: _drop_others(connection, self._processors))

    def pending(self, processor: str, most: int) -> list[PendingReport]:
        """Return reports that a processor has to see now: new ones, then those that failed."""
        now = int(time())
        rows = self._do(lambda connection: due_reports(connection, processor, now, most))
        assert isinstance(rows, list)
        found = []
        for number, attempts, node, received, packed, expected in rows:
            if digest(packed) != expected:
                self._warn(f"the report {number} of {node} in {self._path} is damaged")
                self.finish(processor, number)
                continue
            found.append(PendingReport(number, attempts, node, received, zlib.decompress(packed)))
        return found

    def count_pending(self) -> dict[str, int]:
        """Return how many reports each processor has to see."""
        query = "SELECT processor, count(*) FROM pending GROUP BY processor"
        rows = self._do(lambda connection: connection.execute(query).fetchall())
        assert isinstance(rows, list)
        return {str(name): int(count) for name, count in rows}

    def finish(self, processor: str, number: int) -> None:
        """Note that a processor has seen a report."""
        self._do(lambda connection: _finish(connection, processor, number))

    def delay(self, processor: str, number: int, seconds: int) -> None:
        """Note that a processor failed, and when it tries again."""
        values = (int(time()) + seconds, processor, number)
        query = (
            "UPDATE pending SET attempts = attempts + 1, due = ? WHERE processor = ? AND report = ?"
        )
        # A cursor must not leave the thread of its connection.
        self._do(lambda connection: connection.execute(query, values).close())

    # ---- the thread

    def close(self) -> None:
        """Write what is waiting, and close the database."""
        self._writer.close()

    def _do(self, work: Work) -> object:
        """Do something in a transaction, in the thread that owns the database."""
        try:
            return self._writer.do(work)
        except StoppingError as error:
            raise NotStoredError(str(error)) from None
        except Exception as error:
            raise NotStoredError(f"{self._path}: {error}") from error

    def _open(self) -> Database:
        make_private_directory(self._path.rpartition("/")[0])
        kind = GuestDatabase if self._is_guest else Database
        return kind(self._path, REPORTS, self._warn)


def _insert(
    connection: Connection, row: tuple[object, ...], packed: bytes, processors: tuple[str, ...]
) -> None:
    node, now = row[0], int(time())
    insert = "INSERT INTO reports (node, received, report, digest) VALUES (?, ?, ?, ?)"
    number = connection.execute(insert, (node, now, packed, digest(packed))).lastrowid
    connection.executemany(
        "INSERT INTO pending VALUES (?, ?, 0, 0)", [(each, number) for each in processors]
    )
    connection.execute(
        "INSERT OR REPLACE INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (node, number, now, *row[1:]),
    )
    connection.execute(
        "DELETE FROM reports WHERE node = ? AND id < ? AND id NOT IN (SELECT report FROM pending)",
        (node, number),
    )


def due_reports(
    connection: Connection, processor: str, now: int, most: int
) -> list[tuple[int, int, str, int, bytes, bytes]]:
    """Return the rows of reports that are due; rows that are due later cost nothing.

    One that is due later than any delay allows counts as due: the clock was set back.
    """
    query = (
        "SELECT p.report, p.attempts, r.node, r.received, r.report, r.digest FROM pending p"
        " CROSS JOIN reports r ON r.id = p.report WHERE p.processor = ? AND p.due {} ?"
        " ORDER BY p.due, p.report LIMIT ?"
    )
    found = connection.execute(query.format("<="), (processor, now, most)).fetchall()
    if len(found) < most:
        values = (processor, now + LONGEST_DELAY, most - len(found))
        found += connection.execute(query.format(">"), values).fetchall()
    return found


def _finish(connection: Connection, processor: str, number: int) -> None:
    connection.execute(
        "DELETE FROM pending WHERE processor = ? AND report = ?", (processor, number)
    )
    connection.execute(f"{_DROP_UNUSED} AND id = ?", (number,))


def _forget(connection: Connection, node: str) -> None:
    connection.execute("DELETE FROM nodes WHERE name = ?", (node,))
    connection.execute(f"{_DROP_UNUSED} AND node = ?", (node,))


def _drop_others(connection: Connection, processors: tuple[str, ...]) -> None:
    """Drop work for processors with other names."""
    rows = connection.execute("SELECT DISTINCT processor FROM pending").fetchall()
    for (name,) in rows:
        if name not in processors:
            connection.execute("DELETE FROM pending WHERE processor = ?", (name,))
    connection.execute(_DROP_UNUSED)
