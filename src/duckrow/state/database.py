"""Opening a database: checked, and set aside in the same run when it is damaged.

A damaged database is renamed, with its journals, to NAME.bad-TIME, and an empty one takes its
place: the run goes on, and what could be read of the old one is still there to be looked at. What
is small is checked as a whole when it is opened; what is large when something is read from it, and
every row that matters has a digest of its own.
"""

from __future__ import annotations

# The module of this name without the underscore imports datetime, which costs more than the rest.
import _sqlite3
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Warn = Callable[[str], None]

DatabaseError: type[Exception] = _sqlite3.DatabaseError
_OperationalError: type[Exception] = _sqlite3.OperationalError

CHECKED = 4 << 20  # bytes up to which a whole database is checked when it is opened
WAIT = 10.0  # seconds to wait for another process
_NO_CHECKPOINT_ON_CLOSE = 1006  # SQLite's own number
_DAMAGE = ("malformed", "not a database", "corrupt", "encrypted", "disk i/o", "damaged")


class Database:
    """One SQLite file with a schema."""

    __slots__ = ("_schema", "_warn", "connection", "path")

    def __init__(self, path: str, schema: str, warn: Warn) -> None:
        """Open a database; OSError or DatabaseError if there can be none."""
        self.path = path
        self._schema = schema
        self._warn = warn
        self.connection: Any = None
        try:
            self._open()
        except DatabaseError as error:
            if not is_damage(error):
                raise
            self.quarantine(str(error))

    def _open(self) -> None:
        mask = os.umask(0o077)
        try:
            connection = _sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
        finally:
            os.umask(mask)
        if hasattr(connection, "setconfig"):
            # From Python 3.12 on: what was appended is merged later, not at the end of each run.
            connection.setconfig(_NO_CHECKPOINT_ON_CLOSE, True)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        self.connection = connection

    def _prepare(self, connection: Any) -> None:
        mask = os.umask(0o077)
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version == 0:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.executescript(f"BEGIN;{self._schema};PRAGMA user_version=1;COMMIT;")
            elif os.path.getsize(self.path) <= CHECKED:
                found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise _sqlite3.DatabaseError(f"database disk image is malformed: {found}")
        finally:
            os.umask(mask)

    def quarantine(self, why: str) -> None:
        """Set the file aside and begin a new one."""
        from time import strftime

        self.close()
        aside = f"{self.path}.bad-{strftime('%Y%m%d-%H%M%S')}"
        number = 0
        while os.path.lexists(aside):
            number += 1
            aside = f"{self.path}.bad-{strftime('%Y%m%d-%H%M%S')}-{number}"
        for end in ("", "-wal", "-shm"):
            if os.path.lexists(self.path + end):
                os.rename(self.path + end, aside + end)
        self._warn(f"{self.path} is damaged ({why}); it was set aside as {aside}")
        self._open()

    def run(self, work: Callable[[Any], Any]) -> Any:
        """Do something in a transaction; on a damaged database, once more on a new one."""
        try:
            return self._run(work)
        except DatabaseError as error:
            if not is_damage(error):
                raise
            self.quarantine(str(error))
            return self._run(work)

    def _run(self, work: Callable[[Any], Any]) -> Any:
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            found = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                try:  # noqa: SIM105  (contextlib is slow to import)
                    connection.execute("ROLLBACK")
                except DatabaseError:
                    pass  # what went wrong first is what matters
            raise
        return found

    def close(self) -> None:
        """Close the file."""
        if self.connection is not None:
            try:  # noqa: SIM105
                self.connection.close()
            except DatabaseError:
                pass  # a damaged one may not even close well
            self.connection = None


def is_damage(error: BaseException) -> bool:
    """Tell whether an error means that the file is no good, rather than full or busy."""
    text = str(error).lower()
    if "disk i/o" in text:
        return False
    return not isinstance(error, _OperationalError) or any(word in text for word in _DAMAGE)


def stored(name: str) -> bytes | str:
    """Give a name as a database can hold it: bytes where it is no text."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogateescape")
    return name


def shown(name: bytes | str) -> str:
    """Give a name back."""
    return name.decode("utf-8", "surrogateescape") if isinstance(name, bytes) else name
