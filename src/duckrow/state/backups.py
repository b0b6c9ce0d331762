"""Contents by digest: what files held before they were changed.

    digest = backups.keep("/etc/motd", lambda: machine.files.pieces("/etc/motd"))
    backups.verify(digest)
    for piece in backups.pieces(digest): …

A content is kept once, in pieces, however often and wherever it was found. What is read is compared
with its digest first: damaged bytes are never given out, and a content that is damaged is kept anew
the next time it comes by.
"""

from __future__ import annotations

from duckrow.source.errors import DuckrowError
from duckrow.state.database import Database, shown, stored
from duckrow.state.place import make_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

SCHEMA = """
CREATE TABLE contents (digest TEXT PRIMARY KEY, size INTEGER NOT NULL, count INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE pieces (digest TEXT NOT NULL, number INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (digest, number));
CREATE TABLE places (path TEXT NOT NULL, time INTEGER NOT NULL, digest TEXT NOT NULL,
    PRIMARY KEY (path, time)) WITHOUT ROWID
"""
PIECE = 1 << 20
SHORTEST = 8  # characters of a digest that say which one is meant


class BackupError(DuckrowError):
    """A content that is not there, or is not what it was."""


class Backup:
    """A content that was found somewhere."""

    __slots__ = ("digest", "path", "size", "time_ns")

    def __init__(self, digest: str, path: str, time_ns: int, size: int) -> None:
        self.digest = digest
        self.path = path
        self.time_ns = time_ns
        self.size = size


class Backups:
    """The contents that one host keeps."""

    __slots__ = ("_database",)

    def __init__(self, directory: str, warn: Callable[[str], None]) -> None:
        make_directory(directory)
        self._database = Database(f"{directory}/backups.db", SCHEMA, warn)

    def keep(self, path: str, read: Callable[[], Iterable[bytes]]) -> str:
        """Keep what `read` gives, which is the content of a file, and give its SHA-256."""
        from hashlib import sha256
        from time import time_ns

        found = sha256()
        for piece in read():
            found.update(piece)
        digest = found.hexdigest()
        now = time_ns()

        def work(connection: Any) -> None:
            if not self._is_whole(connection, digest):
                self._write(connection, digest, read())
            connection.execute(
                "INSERT OR REPLACE INTO places VALUES (?, ?, ?)", (stored(path), now, digest)
            )

        self._database.run(work)
        return digest

    def _write(self, connection: Any, digest: str, pieces: Iterable[bytes]) -> None:
        from hashlib import sha256

        connection.execute("DELETE FROM pieces WHERE digest = ?", (digest,))
        again = sha256()
        size = count = 0
        for piece in _cut(pieces):
            again.update(piece)
            connection.execute("INSERT INTO pieces VALUES (?, ?, ?)", (digest, count, piece))
            size += len(piece)
            count += 1
        if again.hexdigest() != digest:
            raise BackupError("the file changed while it was being kept")
        connection.execute(
            "INSERT OR REPLACE INTO contents VALUES (?, ?, ?)", (digest, size, count)
        )

    def _is_whole(self, connection: Any, digest: str) -> bool:
        """Tell whether a content is there and is what it was."""
        from hashlib import sha256

        row = connection.execute(
            "SELECT count FROM contents WHERE digest = ?", (digest,)
        ).fetchone()
        if row is None:
            return False
        found = sha256()
        for piece in _pieces(connection, digest):
            found.update(piece)
        return found.hexdigest() == digest

    def verify(self, digest: str) -> None:
        """Raise if a content is not there or is damaged."""
        connection = self._database.connection
        row = connection.execute("SELECT 1 FROM contents WHERE digest = ?", (digest,)).fetchone()
        if row is None:
            raise BackupError(f"there is no content {digest}")
        if not self._is_whole(connection, digest):
            raise BackupError(f"the content {digest} is damaged and is not given out")

    def pieces(self, digest: str) -> Iterator[bytes]:
        """Give a content, after it was verified."""
        self.verify(digest)
        yield from _pieces(self._database.connection, digest)

    def find(self, prefix: str) -> str:
        """Give the digest that begins with some characters."""
        prefix = prefix.removeprefix("{sha256}").lower()
        if len(prefix) < SHORTEST or not all(char in "0123456789abcdef" for char in prefix):
            raise BackupError(f"'{prefix}' is no digest: give {SHORTEST} or more of its characters")
        rows = self._database.connection.execute(
            "SELECT digest FROM contents WHERE digest >= ? AND digest < ? LIMIT 2",
            (prefix, f"{prefix}g"),
        ).fetchall()
        if not rows:
            raise BackupError(f"there is no content {prefix}")
        if len(rows) > 1:
            raise BackupError(f"several contents begin with {prefix}")
        return str(rows[0][0])

    def places(self, path: str | None = None) -> list[Backup]:
        """List what was kept, the oldest first; of one path, or of all."""
        sql = "SELECT digest, path, time, size FROM places JOIN contents USING (digest)"
        if path is None:
            rows = self._database.connection.execute(f"{sql} ORDER BY time")
        else:
            rows = self._database.connection.execute(
                f"{sql} WHERE path = ? ORDER BY time", (stored(path),)
            )
        return [Backup(row[0], shown(row[1]), row[2], row[3]) for row in rows]

    def close(self) -> None:
        """Close it."""
        self._database.close()


def _pieces(connection: Any, digest: str) -> Iterator[bytes]:
    rows = connection.execute(
        "SELECT content FROM pieces WHERE digest = ? ORDER BY number", (digest,)
    )
    for (piece,) in rows:
        yield bytes(piece)


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        for start in range(0, len(piece), PIECE):
            yield piece[start : start + PIECE]
