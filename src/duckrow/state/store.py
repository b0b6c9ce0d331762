"""Reports of runs, and the stored state of each resource.

Reports are compressed JSON with a digest; reports.py reads them. Nothing is acknowledged before it
is on the disk. Opening the store moves the entries of the journal into it.
"""

from __future__ import annotations

import zlib
from time import time_ns

from duckrow.machine.files.private import make_private_directory
from duckrow.machine.sqlite import DatabaseError
from duckrow.machine.this_process import process_id
from duckrow.state.database import Database
from duckrow.state.journal import Entry, Journal, digest, release, reserve
from duckrow.state.schema import STORE
from duckrow.state.text import shown, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from sqlite3 import Connection

    Row = tuple[str, str, int, int, int, str, bytes | None, bytes | None]

NAME = "state.db"
MAX_RUNS = 500  # runs whose reports are kept


class Store:
    """The state of one host; opening it creates the files."""

    __slots__ = ("_database", "_directory")

    def __init__(self, directory: str, warn: Callable[[str], None]) -> None:
        """Open the state in a directory; OSError or DatabaseError if that is impossible."""
        make_private_directory(directory)
        self._directory = directory
        try:
            self._open(warn)
        except (OSError, DatabaseError):
            # The disk may be full: some space is held back for that.
            if not release(directory):
                raise
            self._open(warn)
        else:
            reserve(directory)

    def _open(self, warn: Callable[[str], None]) -> None:
        self._database = Database(f"{self._directory}/{NAME}", STORE, warn)
        try:
            Journal(self._directory, warn).take_over(self._take)
        except BaseException:
            self._database.close()
            raise

    def _take(self, entries: list[Entry]) -> None:
        """Insert the entries of the journal."""
        rows = [
            _row(each.uuid, each.host, each.began, each.ended, each.pid, each.status, each.report)
            for each in entries
        ]

        def work(connection: Connection) -> None:
            # A run that this store has already ended is not interrupted.
            connection.executemany(
                "INSERT OR IGNORE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
            )
            _forget(connection)

        self._database.run(work)

    def remembered(self) -> dict[str, str]:
        """Return the stored state of resources, by reference, as JSON."""

        def work(connection: Connection) -> list[tuple[bytes | str, str]]:
            return connection.execute("SELECT ref, remembered FROM resources").fetchall()

        return {shown(ref): text for ref, text in self._database.read(work)}

    def end(
        self,
        uuid: str,
        host: str,
        began: int,
        status: str,
        report: str,
        remembered: Mapping[str, str],
    ) -> None:
        """Store the report of a run and the state of its resources; they are on disk on return."""
        text = report.encode("utf-8", "surrogatepass")
        row = _row(uuid, host, began, time_ns(), process_id(), status, text)

        def work(connection: Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            if remembered:
                connection.executemany(
                    "INSERT OR REPLACE INTO resources VALUES (?, ?)",
                    [(stored(ref), text) for ref, text in remembered.items()],
                )
            _forget(connection)

        try:
            self._database.run_last(work)
        except (OSError, DatabaseError):
            if not release(self._directory):
                raise
            self._database.run_last(work)

    def close(self) -> None:
        """Close the database."""
        self._database.close()


def _row(uuid: str, host: str, began: int, ended: int, pid: int, status: str, report: bytes) -> Row:
    content = zlib.compress(report, 1) if report else None
    return uuid, host, began, ended, pid, status, content, digest(content) if content else None


def _forget(connection: Connection) -> None:
    """Delete all runs but the latest ones."""
    connection.execute(
        "DELETE FROM runs WHERE uuid IN"
        " (SELECT uuid FROM runs ORDER BY began DESC LIMIT -1 OFFSET ?)",
        (MAX_RUNS,),
    )
