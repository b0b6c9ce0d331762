"""Reports of runs, and what is remembered of each resource.

A run has its row from the moment it begins, so that one that was killed shows. Reports are
compressed JSON with a digest; one that does not match its digest is not given out. Nothing is
acknowledged before it is on the disk.
"""

from __future__ import annotations

import os
import zlib

from duckrow.state.database import Database, DatabaseError, shown, stored
from duckrow.state.place import make_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

SCHEMA = """
CREATE TABLE runs (
    uuid TEXT PRIMARY KEY, host TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER,
    pid INTEGER, status TEXT NOT NULL, report BLOB, digest BLOB
) WITHOUT ROWID;
CREATE INDEX runs_began ON runs (began);
CREATE TABLE resources (ref TEXT PRIMARY KEY, remembered TEXT NOT NULL) WITHOUT ROWID
"""
KEPT = 500  # runs whose reports are kept
RESERVE = 256 << 10  # bytes held back for the report of a run that fills the disk
RUNNING, INTERRUPTED = "running", "interrupted"


class Store:
    """The state of one host. Opening it makes it."""

    __slots__ = ("_database", "_directory")

    def __init__(self, directory: str, warn: Callable[[str], None]) -> None:
        """Open the state in a directory; OSError or DatabaseError if that cannot be."""
        make_directory(directory)
        self._directory = directory
        reserve = f"{directory}/reserve"
        try:
            self._database = Database(f"{directory}/state.db", SCHEMA, warn)
        except (OSError, DatabaseError):
            # The disk may be full: there is something held back for that.
            if not _release(reserve):
                raise
            self._database = Database(f"{directory}/state.db", SCHEMA, warn)
        else:
            _reserve(reserve)

    def begin(self, uuid: str, host: str, began: int) -> list[str]:
        """Note that a run begins; give those that never ended."""

        def work(connection: Any) -> list[str]:
            rows = connection.execute(
                "SELECT uuid FROM runs WHERE status = ?", (RUNNING,)
            ).fetchall()
            connection.execute(
                "UPDATE runs SET status = ? WHERE status = ?", (INTERRUPTED, RUNNING)
            )
            connection.execute(
                "INSERT INTO runs (uuid, host, began, pid, status) VALUES (?, ?, ?, ?, ?)",
                (uuid, host, began, os.getpid(), RUNNING),
            )
            return [row[0] for row in rows]

        # To lose this note in a power cut does no harm, and a sync takes long.
        self._database.connection.execute("PRAGMA synchronous=NORMAL")
        found: list[str] = self._database.run(work)
        self._database.connection.execute("PRAGMA synchronous=FULL")
        return found

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

        content = zlib.compress(report.encode("utf-8", "surrogatepass"), 1)

        def work(connection: Any) -> None:
            connection.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (uuid, host, began, time_ns(), os.getpid(), status, content, _digest(content)),
            )
            if remembered:
                connection.executemany(
                    "INSERT OR REPLACE INTO resources VALUES (?, ?)",
                    [(stored(ref), text) for ref, text in remembered.items()],
                )
            connection.execute(
                "DELETE FROM runs WHERE uuid IN"
                " (SELECT uuid FROM runs ORDER BY began DESC LIMIT -1 OFFSET ?)",
                (KEPT,),
            )

        try:
            self._database.run(work)
        except (OSError, DatabaseError):
            if not _release(f"{self._directory}/reserve"):
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
        if row is None or row[0] is None or _digest(row[0]) != row[1]:
            return None
        from json import loads

        found: dict[str, Any] = loads(zlib.decompress(row[0]))
        return found

    def close(self) -> None:
        """Close it."""
        self._database.close()


def _digest(content: bytes) -> bytes:
    from _blake2 import blake2b

    return blake2b(content, digest_size=32).digest()


def _reserve(path: str) -> None:
    """Hold some space back."""
    try:
        if os.path.getsize(path) == RESERVE:
            return
    except OSError:
        pass
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError:
        return
    try:
        os.posix_fallocate(number, 0, RESERVE)
    except OSError:
        pass  # there is no space to hold back
    finally:
        os.close(number)


def _release(path: str) -> bool:
    """Give back what was held back; tell whether there was anything."""
    try:
        os.unlink(path)
    except OSError:
        return False
    return True
