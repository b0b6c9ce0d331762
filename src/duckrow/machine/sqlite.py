"""SQLite files: opened privately, with SQLite's own error codes.

    connection = connect("/var/lib/duckrow/state.db", wait=10)
    is_damaged(error), is_busy(error), is_interrupted(error), is_unavailable(error)

Any other error is a mistake in duckrow: wrong SQL, or a broken constraint.
"""

from __future__ import annotations

# `sqlite3` imports datetime, which costs more than the rest.
import _sqlite3
import os
from errno import EISDIR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

DatabaseError: type[Exception] = _sqlite3.DatabaseError

# SQLite's primary result codes, by their names without SQLITE_.
_BUSY, _LOCKED, _CORRUPT, _NOTADB = 5, 6, 11, 26
_PERM, _NOMEM, _READONLY, _INTERRUPT, _IOERR, _FULL, _CANTOPEN = 3, 7, 8, 9, 10, 13, 14
_PROTOCOL, _NOLFS, _AUTH = 15, 22, 23
_UNAVAILABLE = frozenset(
    (_PERM, _NOMEM, _READONLY, _INTERRUPT, _IOERR, _FULL, _CANTOPEN, _PROTOCOL, _NOLFS, _AUTH)
)
_NO_CHECKPOINT_ON_CLOSE = 1006  # SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE


class DamagedError(_sqlite3.DatabaseError):
    """A check of the whole file found damage."""


def connect(path: str, wait: float) -> Connection:
    """Open or create a database in autocommit mode; wait that long for other writers."""
    _expect_no_directory(path)
    mask = os.umask(0o077)
    try:
        connection: Connection = _sqlite3.connect(path, timeout=wait, isolation_level=None)
    finally:
        os.umask(mask)
    if hasattr(connection, "setconfig"):
        # From Python 3.12 on: merge the write-ahead log later, not at the end of each run.
        connection.setconfig(_NO_CHECKPOINT_ON_CLOSE, True)
    return connection


def connect_to_read(path: str, wait: float, *, any_thread: bool = False) -> Connection:
    """Open a database to read it; closing it merges nothing and leaves no new files.

    Threads may use it one after the other with `any_thread`.
    """
    _expect_no_directory(path)
    # Without a write-ahead log SQLite makes one, and only a connection that may write removes it.
    mode = "ro" if os.path.exists(f"{path}-wal") else "rw"
    if not os.access(os.path.dirname(path) or ".", os.W_OK) and not has_written_log(path):
        mode = "ro&immutable=1"  # nothing can be written beside it, and nothing is waiting there
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection: Connection = _sqlite3.connect(
        f"file:{quoted}?mode={mode}",
        timeout=wait,
        isolation_level=None,
        uri=True,
        check_same_thread=not any_thread,
    )
    connection.execute("PRAGMA query_only=1")
    return connection


def _expect_no_directory(path: str) -> None:
    """Raise IsADirectoryError for a directory, of which SQLite names neither path nor reason."""
    if os.path.isdir(path):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)


def has_written_log(path: str) -> bool:
    """Return whether the write-ahead log of a database has content."""
    try:
        return os.stat(f"{path}-wal").st_size > 0
    except OSError:
        return False


def error_code(error: BaseException) -> int | None:
    """Return SQLite's primary result code; None for an error that SQLite did not raise."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def is_damaged(error: BaseException) -> bool:
    """Return whether an error means that the file is damaged or no database at all."""
    return isinstance(error, DamagedError) or error_code(error) in (_CORRUPT, _NOTADB)


def is_busy(error: BaseException) -> bool:
    """Return whether another process held the database for too long."""
    return error_code(error) in (_BUSY, _LOCKED)


def is_interrupted(error: BaseException) -> bool:
    """Return whether a statement was ended before its end."""
    return error_code(error) == _INTERRUPT


def is_unavailable(error: BaseException) -> bool:
    """Return whether the host is at fault: no permission, no space, no such directory, ..."""
    return isinstance(error, OSError) or error_code(error) in _UNAVAILABLE
