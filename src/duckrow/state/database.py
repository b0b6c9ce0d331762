"""Open a database: upgrade it, check it, and quarantine it in the same run if it is damaged.

A damaged database is renamed, with its logs, to NAME.bad-TIME, and an empty one takes its place:
the run continues, and the old file can still be examined. Only damage that SQLite reports by its
codes CORRUPT and NOTADB counts; a full disk, a busy file or wrong SQL never sets a file aside. A
small file is checked as a whole when it is opened. A large one is checked where it is read: every
row that matters has a digest of its own.

A commit is on the disk when `run` returns. Each sync of a file takes milliseconds, so a new file is
synced once, with its first commit: until then it has nothing to lose. A commit that is the last
before the file is closed goes straight into the file, which closing it would do anyway.

`DatabaseToRead` is for commands that only read, and `GuestDatabase` for processes beside the server
that owns the file: they report damage and leave the file as it is.
"""

from __future__ import annotations

from time import monotonic, sleep, strftime

from duckrow.machine.files.private import ShortLock, exists, identity_of, rename, size_of
from duckrow.machine.sqlite import (
    DamagedError,
    DatabaseError,
    connect,
    connect_to_read,
    has_written_log,
    is_busy,
    is_damaged,
)
from duckrow.source.errors import DuckrowError
from duckrow.state.schema import (
    NewerDatabaseError,
    expect_tables,
    reject_newer,
    upgrade,
    version_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from sqlite3 import Connection
    from typing import TypeVar

    from duckrow.state.schema import Schema

    Result = TypeVar("Result")

CHECKED = 4 << 20  # bytes up to which a whole database is checked when it is opened
WAIT = 10.0  # seconds to wait for another process


class DamagedDatabaseError(DuckrowError):
    """A damaged database that was left as it is."""


class Database:
    """One SQLite file with a schema."""

    __slots__ = ("_connection", "_identity", "_is_new", "_schema", "_warn", "path")

    def __init__(self, path: str, schema: Schema, warn: Callable[[str], None]) -> None:
        """Open a database.

        Raises OSError, DatabaseError, NewerDatabaseError or IncompleteDatabaseError.
        """
        self.path = path
        self._schema = schema
        self._warn = warn
        self._connection: Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._is_new = False
        try:
            self._open()
        except DatabaseError as error:
            if not is_damaged(error):
                raise
            self.quarantine(str(error))

    @property
    def connection(self) -> Connection:
        """Return the open connection."""
        assert self._connection is not None
        return self._connection

    def _open(self) -> None:
        reject_newer(self.path, self._schema)
        if has_written_log(self.path):
            self._reject_newer_log()
        # Before the file is opened: a file that replaces it meanwhile must not be renamed.
        found = identity_of(self.path)
        connection = connect(self.path, WAIT)
        self._identity = found or identity_of(self.path)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        self._connection = connection

    def _reject_newer_log(self) -> None:
        """Reject a file whose newer version is so far only in its write-ahead log."""
        try:
            connection = connect_to_read(self.path, WAIT)
            try:
                found = version_of(connection)
            finally:
                connection.close()
        except DatabaseError:
            return  # whatever is wrong shows again when the file is opened to write
        if found > self._schema.version:
            raise NewerDatabaseError(self.path, found, self._schema.version)

    def _prepare(self, connection: Connection) -> None:
        """Check the existing content, then upgrade it to the version of the schema."""
        found = version_of(connection)
        self._is_new = not found
        if found:
            self._check(connection)
        else:
            connection.execute("PRAGMA synchronous=OFF")
        if found < self._schema.version:
            patiently(lambda: connection.execute("PRAGMA journal_mode=WAL").fetchone())
        is_changed = upgrade(connection, self.path, self._schema)
        connection.execute("PRAGMA synchronous=FULL")
        if is_changed and not self._is_new:
            _merge(connection)
        expect_tables(connection, self.path, self._schema)

    def _check(self, connection: Connection) -> None:
        """Raise if a small file is damaged."""
        if size_of(self.path) <= CHECKED:
            check = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if check != "ok":
                raise DamagedError(f"database disk image is malformed: {check}")

    def quarantine(self, why: str) -> None:
        """Rename the file and begin a new one, unless another process has done so."""
        self.close()
        # Of two processes that find the damage, the second waits here and finds the new file.
        with ShortLock(f"{self.path}.lock"):
            if identity_of(self.path) == self._identity:
                self._rename(why)
            self._open()

    def _rename(self, why: str) -> None:
        time = strftime("%Y%m%d-%H%M%S")
        aside = f"{self.path}.bad-{time}"
        number = 0
        while exists(aside):
            number += 1
            aside = f"{self.path}.bad-{time}-{number}"
        for end in ("", "-wal", "-shm"):
            if exists(self.path + end):
                rename(self.path + end, aside + end)
        self._warn(f"{self.path} is damaged ({why}); it was renamed to {aside}")

    def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do something in a transaction; on a damaged database, once more on a new one."""
        return self.run_last(work) if self._is_new else self._run(work, "BEGIN IMMEDIATE")

    def run_last(self, work: Callable[[Connection], Result]) -> Result:
        """Do the same, and merge the write-ahead log: with fewer syncs if nothing follows."""
        level = self.connection.execute("PRAGMA synchronous").fetchone()[0]
        self.connection.execute("PRAGMA synchronous=NORMAL")  # merging syncs, a commit does not
        try:
            found = self._run(work, "BEGIN IMMEDIATE")
            merging = self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        finally:
            self.connection.execute(f"PRAGMA synchronous={level}")
        self._is_new = False
        is_busy, logged, merged = merging
        if is_busy or merged < logged:
            # Another process reads the file: any commit with a sync brings the log to the disk.
            again = f"PRAGMA user_version={self._schema.version}"
            self._run(lambda connection: connection.execute(again), "BEGIN IMMEDIATE")
        return found

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do the same with work that only reads: it does not wait for a process that writes."""
        return self._run(work, "BEGIN")

    def _run(self, work: Callable[[Connection], Result], begin: str) -> Result:
        try:
            return self._transact(work, begin)
        except DatabaseError as error:
            if not is_damaged(error):
                raise
            self.quarantine(str(error))
            return self._transact(work, begin)

    def _transact(self, work: Callable[[Connection], Result], begin: str) -> Result:
        connection = self.connection
        connection.execute(begin)
        try:
            found = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                try:  # noqa: SIM105  (contextlib is slow to import)
                    connection.execute("ROLLBACK")
                except DatabaseError:
                    pass  # the first error is the one to report
            raise
        return found

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            try:
                if self._is_new:
                    _merge(self._connection)
                self._connection.close()
            except DatabaseError:
                pass  # a damaged file may fail to close
            self._connection = None


class DatabaseToRead(Database):
    """A database that is only read: the file is never created, upgraded or renamed.

    A missing or empty file is an empty database. Damage raises DamagedDatabaseError.
    """

    __slots__ = ()

    def __init__(self, path: str, schema: Schema) -> None:
        super().__init__(path, schema, _warn_of_nothing)

    def _open(self) -> None:
        reject_newer(self.path, self._schema)
        is_new = not exists(self.path) or not (size_of(self.path) or has_written_log(self.path))
        connection = connect(":memory:", WAIT) if is_new else connect_to_read(self.path, WAIT)
        try:
            if is_new:
                upgrade(connection, self.path, self._schema)
            elif version_of(connection) > self._schema.version:
                raise NewerDatabaseError(self.path, version_of(connection), self._schema.version)
            else:
                self._check(connection)
            expect_tables(connection, self.path, self._schema)
        except BaseException:
            connection.close()
            raise
        self._connection = connection

    def quarantine(self, why: str) -> None:
        """Report the damage; only a run sets the file aside."""
        raise DamagedDatabaseError(f"{self.path} is damaged ({why})")


class GuestDatabase(Database):
    """A database of a server that runs beside this process. Damage raises DamagedDatabaseError."""

    __slots__ = ()

    def quarantine(self, why: str) -> None:
        """Report the damage: the server would go on with a file that was renamed."""
        self.close()
        what = f"{self.path} is damaged ({why}); a server that starts renames it"
        raise DamagedDatabaseError(what)


def _warn_of_nothing(message: str) -> None:
    """Receive no warning: a database that is only read is never renamed."""


def _merge(connection: Connection) -> None:
    """Merge the log: the version of the schema belongs into the file itself; see `reject_newer`."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def patiently(work: Callable[[], object]) -> None:
    """Do something again while another process is at it, where SQLite itself does not wait."""
    until = monotonic() + WAIT
    while True:
        try:
            work()
        except DatabaseError as error:
            if not is_busy(error) or monotonic() > until:
                raise
            sleep(0.01)
        else:
            return
