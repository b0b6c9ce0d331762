"""Reports of runs, and what is remembered of each resource.

Reports are compressed JSON with a digest; one that does not match its digest is not given out.
Nothing is acknowledged before it is on the disk. What small runs left in the journal is taken over
when the store is opened.
"""

from __future__ import annotations

import os
import zlib

from duckrow.state.database import Database, DatabaseError, shown, stored
from duckrow.state.journal import Journal, digest, release, reserve
from duckrow.state.place import make_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.state.journal import Entry

SCHEMA = """
CREATE TABLE runs (
    uuid TEXT PRIMARY KEY, host TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER,
    pid INTEGER, status TEXT NOT NULL, report BLOB, digest BLOB
) WITHOUT ROWID;
CREATE INDEX runs_began ON runs (began);
CREATE TABLE resources (ref TEXT PRIMARY KEY, remembered TEXT NOT NULL) WITHOUT ROWID
"""
KEPT = 500  # runs whose reports are kept


class Store:
    """The state of one host. Opening it makes it."""

    __slots__ = ("_database", "_directory")

    def __init__(self, directory: str, warn: Callable[[str], None]) -> None:
        """Open the state in a directory; OSError or DatabaseError if that cannot be."""
        make_directory(directory)
        self._directory = directory
        try:
            self._open(warn)
        except (OSError, DatabaseError):
            # The disk may be full: there is something held back for that.
            if not release(directory):
                raise
            self._open(warn)
        else:
            reserve(directory)

    def _open(self, warn: Callable[[str], None]) -> None:
        self._database = Database(f"{self._directory}/state.db", SCHEMA, warn)
        Journal(self._directory, warn).take_over(self._take)

    def _take(self, entries: list[Entry]) -> None:
        """Take over what the journal has."""
        rows = [
            _row(each.uuid, each.host, each.began, each.ended, each.pid, each.status, each.report)
            for each in entries
        ]

        def work(connection: Any) -> None:
            # A run that this store has already ended is not interrupted.
            connection.executemany(
                "INSERT OR IGNORE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
            )
            _forget(connection)

        self._database.run(work)

    def remembered(self) -> dict[str, str]:
        """Give what is remembered of resources, by reference, as JSON."""

        def work(connection: Any) -> list[tuple[str, str]]:
            return connection.execute(  # type: ignore[no-any-return]
                "SELECT ref, remembered FROM resources"
            ).fetchall()

        return {shown(ref): text for ref, text in self._database.run(work)}

    def end(
        self,
        uuid: str,
        host: str,
        began: int,
        status: str,
        report: str,
        remembered: Mapping[str, str],
    ) -> None:
        """Keep the report of a run and what it remembers, on the disk when this returns."""
        from time import time_ns

        text = report.encode("utf-8", "surrogatepass")
        row = _row(uuid, host, began, time_ns(), os.getpid(), status, text)

        def work(connection: Any) -> None:
            connection.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            if remembered:
                connection.executemany(
                    "INSERT OR REPLACE INTO resources VALUES (?, ?)",
                    [(stored(ref), text) for ref, text in remembered.items()],
                )
            _forget(connection)

        try:
            self._database.run(work)
        except (OSError, DatabaseError):
            if not release(self._directory):
                raise
            self._database.run(work)

    def runs(self) -> list[tuple[str, str, int, str]]:
        """List the runs, the last one first: identity, host, begin in nanoseconds, status."""
        rows = self._database.connection.execute(
            "SELECT uuid, host, began, status FROM runs ORDER BY began DESC"
        )
        return [tuple(row) for row in rows]

    def report(self, uuid: str) -> dict[str, Any] | None:
        """Give the report of a run, None if there is none or it is damaged."""
        row = self._database.connection.execute(
            "SELECT report, digest FROM runs WHERE uuid = ?", (uuid,)
        ).fetchone()
        if row is None or row[0] is None or digest(row[0]) != row[1]:
            return None
        from json import loads

        found: dict[str, Any] = loads(zlib.decompress(row[0]))
        return found

    def close(self) -> None:
        """Close it."""
        self._database.close()


def _row(
    uuid: str, host: str, began: int, ended: int, pid: int, status: str, report: bytes
) -> tuple[Any, ...]:
    content = zlib.compress(report, 1) if report else None
    return uuid, host, began, ended, pid, status, content, digest(content) if content else None


def _forget(connection: Any) -> None:
    """Forget all runs but the last."""
    connection.execute(
        "DELETE FROM runs WHERE uuid IN"
        " (SELECT uuid FROM runs ORDER BY began DESC LIMIT -1 OFFSET ?)",
        (KEPT,),
    )
