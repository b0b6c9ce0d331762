"""Contents that files had before they were changed, by digest.

    digest = backups.keep("/etc/motd", lambda: machine.files.pieces("/etc/motd"))
    backups.verify(digest)
    for piece in backups.pieces(digest): …

A content is stored once, in pieces, however often and wherever it was found. It is compared with
its digest before it is returned: damaged bytes are never returned, and a damaged content is stored
again the next time a file has it.
"""

from __future__ import annotations

from time import time_ns

from duckrow.machine.files.private import make_private_directory
from duckrow.source.errors import DuckrowError
from duckrow.source.short_digest import sha256_of
from duckrow.state.database import Database, DatabaseToRead
from duckrow.state.schema import BACKUPS
from duckrow.state.text import shown, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from sqlite3 import Connection

NAME = "backups.db"
PIECE = 1 << 20
SHORTEST = 8  # characters that are enough to name a digest


class BackupError(DuckrowError):
    """A content that is missing or damaged."""


class Backup:
    """A stored content, with the file that had it and the time."""

    __slots__ = ("digest", "path", "size", "time_ns")

    def __init__(self, digest: str, path: str, time_ns: int, size: int) -> None:
        self.digest = digest
        self.path = path
        self.time_ns = time_ns
        self.size = size


class Backups:
    """The backups of one host."""

    __slots__ = ("_database",)

    def __init__(self, directory: str, warn: Callable[[str], None] | None) -> None:
        """Open the backups in a directory; without `warn` they are only read."""
        path = f"{directory}/{NAME}"
        self._database: Database
        if warn is None:
            self._database = DatabaseToRead(path, BACKUPS)
        else:
            make_private_directory(directory)
            self._database = Database(path, BACKUPS, warn)

    def keep(self, path: str, read: Callable[[], Iterable[bytes]]) -> str:
        """Store the content that `read` returns and return its SHA-256."""
        digest = sha256_of(read())
        now = time_ns()

        def work(connection: Connection) -> None:
            if not self._is_whole(connection, digest):
                self._write(connection, digest, read())
            connection.execute(
                "INSERT OR REPLACE INTO places VALUES (?, ?, ?)", (stored(path), now, digest)
            )

        self._database.run(work)
        return digest

    def _write(self, connection: Connection, digest: str, pieces: Iterable[bytes]) -> None:
        connection.execute("DELETE FROM pieces WHERE digest = ?", (digest,))
        size = count = 0

        def inserted() -> Iterator[bytes]:
            nonlocal size, count
            for piece in _cut(pieces):
                connection.execute("INSERT INTO pieces VALUES (?, ?, ?)", (digest, count, piece))
                size += len(piece)
                count += 1
                yield piece

        if sha256_of(inserted()) != digest:
            raise BackupError("the file changed while it was being backed up")
        connection.execute(
            "INSERT OR REPLACE INTO contents VALUES (?, ?, ?)", (digest, size, count)
        )

    def _is_whole(self, connection: Connection, digest: str) -> bool:
        """Return whether a content is stored and undamaged."""
        row = connection.execute(
            "SELECT count FROM contents WHERE digest = ?", (digest,)
        ).fetchone()
        if row is None:
            return False
        return sha256_of(_pieces(connection, digest)) == digest

    def verify(self, digest: str) -> None:
        """Raise if a content is missing or damaged."""

        def work(connection: Connection) -> None:
            query = "SELECT 1 FROM contents WHERE digest = ?"
            if connection.execute(query, (digest,)).fetchone() is None:
                raise BackupError(f"there is no content {digest}")
            if not self._is_whole(connection, digest):
                raise BackupError(f"the content {digest} is damaged and is not given out")

        self._database.read(work)

    def pieces(self, digest: str) -> Iterator[bytes]:
        """Return a content, after it was verified."""
        self.verify(digest)
        # Not in a transaction, which would stay open until the last piece is used.
        yield from _pieces(self._database.connection, digest)

    def find(self, prefix: str) -> str:
        """Return the digest that begins with some characters."""
        prefix = prefix.removeprefix("{sha256}").lower()
        if len(prefix) < SHORTEST or not all(char in "0123456789abcdef" for char in prefix):
            raise BackupError(f"'{prefix}' is no digest: give {SHORTEST} or more of its characters")
        query = "SELECT digest FROM contents WHERE digest >= ? AND digest < ? LIMIT 2"
        values = (prefix, f"{prefix}g")
        rows = self._database.read(lambda found: found.execute(query, values).fetchall())
        if not rows:
            raise BackupError(f"there is no content {prefix}")
        if len(rows) > 1:
            raise BackupError(f"several contents begin with {prefix}")
        return str(rows[0][0])

    def places(self, path: str | None = None) -> list[Backup]:
        """List the backups of one path or of all, the oldest first."""
        where, values = ("", ()) if path is None else (" WHERE path = ?", (stored(path),))
        sql = "SELECT digest, path, time, size FROM places JOIN contents USING (digest)"
        query = f"{sql}{where} ORDER BY time"
        rows = self._database.read(lambda found: found.execute(query, values).fetchall())
        return [Backup(row[0], shown(row[1]), row[2], row[3]) for row in rows]

    def close(self) -> None:
        """Close the database."""
        self._database.close()


def _pieces(connection: Connection, digest: str) -> Iterator[bytes]:
    rows = connection.execute(
        "SELECT content FROM pieces WHERE digest = ? ORDER BY number", (digest,)
    )
    for (piece,) in rows:
        yield bytes(piece)


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        for start in range(0, len(piece), PIECE):
            yield piece[start : start + PIECE]
