"""The store in a SQLite file: one thread writes, many read.

database = SqliteDatabase("/var/lib/duckrow/store.db", warn)
database.write(work)                    durable when it returns
with database.reading(10.0) as session:
    ...                                 a snapshot, which no writer delays
"""

from __future__ import annotations

from threading import Lock

from duckrow.machine.files.private import identity_of, make_private_directory
from duckrow.machine.sqlite import (
    DamagedError,
    DatabaseError,
    connect_to_read,
    is_busy,
    is_damaged,
    is_interrupted,
    is_unavailable,
)
from duckrow.source.errors import InputError
from duckrow.state.database import WAIT, Database
from duckrow.state.schema import is_sqlite
from duckrow.state.writer import Writer
from duckrow.store.database.allowance import allowed
from duckrow.store.database.dialect import SQLITE
from duckrow.store.database.errors import TooSlowError, UnavailableError
from duckrow.store.schema import SQLITE as SCHEMA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from sqlite3 import Connection
    from typing import TypeVar

    from duckrow.store.database.allowance import Allowance
    from duckrow.store.database.dialect import Dialect
    from duckrow.store.database.session import Rows, Session

    Result = TypeVar("Result")
    Function = Callable[..., str | bytes | int | float | None]

_MOST_IDLE = 8  # connections to read that stay open
_STEPS = 20_000  # of SQLite's machine between two looks at the clock
_PRAGMAS = (
    "PRAGMA cache_size=-16384",  # KiB
    "PRAGMA wal_autocheckpoint=4000",  # pages
    "PRAGMA journal_size_limit=67108864",
    "PRAGMA temp_store=MEMORY",
)


class SqliteSession:
    """A transaction on a connection."""

    __slots__ = ("connection",)

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @property
    def dialect(self) -> Dialect:
        """How SQLite spells things."""
        return SQLITE

    def execute(self, statement: str, values: Sequence[object] = ()) -> Rows:
        """Execute a statement."""
        return self.connection.execute(statement, values)

    def stream(self, statement: str, values: Sequence[object] = ()) -> Rows:
        """Execute a statement; SQLite finds each row when it is asked for."""
        return self.connection.execute(statement, values)

    def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Execute a statement for each row of values."""
        self.connection.executemany(statement, rows).close()


class _File(Database):
    """The file, as the thread that writes has it."""

    __slots__ = ()

    def __init__(self, path: str, warn: Callable[[str], None]) -> None:
        make_private_directory(path.rpartition("/")[0])
        super().__init__(path, SCHEMA, warn)

    def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do something in a transaction, on the file that has the path now."""
        if identity_of(self.path) != self._identity:  # another process found it damaged
            self.close()
            self._open()
        return super().run(work)

    def _open(self) -> None:
        super()._open()
        for pragma in _PRAGMAS:
            self.connection.execute(pragma).close()


class _GuestFile(_File):
    """The file, as a process beside the server has it: damage is reported, the file stays."""

    __slots__ = ()

    def quarantine(self, why: str) -> None:
        """Report the damage: the server would go on with a file that was renamed."""
        self.close()
        raise UnavailableError(f"{self.path} is damaged ({why}); a server that starts renames it")


class SqliteDatabase:
    """A store in a file. Threads may share it; make it after the last fork.

    `functions` are functions for statements that read, by name, with the number of arguments. A
    guest uses the file beside the server that owns it.
    """

    __slots__ = (
        "_functions",
        "_identity",
        "_idle",
        "_is_guest",
        "_is_ready",
        "_lock",
        "_version",
        "_warn",
        "_writer",
        "path",
    )

    dialect = SQLITE

    def __init__(
        self,
        path: str,
        warn: Callable[[str], None],
        functions: Mapping[str, tuple[int, Function]] | None = None,
        *,
        is_guest: bool = False,
    ) -> None:
        self.path = path
        self._is_guest = is_guest
        self._warn = warn
        self._functions = functions or {}
        self._idle: list[Connection] = []
        self._lock = Lock()
        self._identity: tuple[int, int] | None = None  # of the file that idle connections have
        self._is_ready = False
        self._version = 0  # counts files: connections to a renamed one are not used again
        self._writer: Writer[Connection] = Writer("store", self._open)

    def _open(self) -> _File:
        return (_GuestFile if self._is_guest else _File)(self.path, self._note)

    def _note(self, message: str) -> None:
        """Take notice of a file that was renamed."""
        self._close_idle()
        self._warn(message)

    def write(self, work: Callable[[Session], Result]) -> Result:
        """Do something in a transaction; it is on the disk when this returns.

        Work that fails is undone, and may be tried again: it has no other effects. Raises
        UnavailableError, such as for a full disk.
        """
        try:
            return self._writer.do(lambda connection: work(SqliteSession(connection)))
        except (DatabaseError, OSError) as error:
            if not (is_unavailable(error) or is_busy(error)):
                raise
            raise UnavailableError(f"{self.path}: {error}") from error

    def write_alone(self, work: Callable[[Session], Result]) -> Result:
        """Do the same; nobody else ever writes meanwhile."""
        return self.write(work)

    def reading(self, time: float | Allowance) -> _Reading:
        """Return a context in which a session reads, at most for a time."""
        return _Reading(self, allowed(time))

    def take(self) -> tuple[Connection, int]:
        """Return a connection that reads, and the version of its file."""
        if not self._is_ready:
            self.write(_do_nothing)  # which makes or upgrades the file
            self._is_ready = True
        found = identity_of(self.path)
        if found != self._identity:
            self._close_idle()
            self._identity = found
        with self._lock:
            version = self._version
            if self._idle:
                return self._idle.pop(), version
        return self._connect(), version

    def _connect(self) -> Connection:
        connection = connect_to_read(self.path, WAIT, any_thread=True)
        for name, (count, function) in self._functions.items():
            connection.create_function(name, count, function, deterministic=True)
        return connection

    def give_back(self, connection: Connection, version: int) -> None:
        """Take a connection back."""
        with self._lock:
            if version == self._version and len(self._idle) < _MOST_IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def quarantine(self, why: str) -> None:
        """Rename a file that a reader found damaged, and begin a new one."""
        is_found = True

        def find(_connection: Connection) -> None:
            nonlocal is_found
            if is_found:
                is_found = False
                raise DamagedError(why)

        self._writer.do(find)

    def reach(self, seconds: float) -> None:
        """Raise an error if the file cannot be read in time."""
        with self.reading(seconds) as session:
            session.execute("SELECT 1")

    def check(self) -> None:
        """Raise InputError for a file that is something else: it must not be renamed."""
        if not is_sqlite(self.path):
            raise _no_store(self.path)

    def close(self) -> None:
        """Write what is waiting, and close the file."""
        self._close_idle()  # before the thread that writes: the last one merges the log
        self._writer.close()

    def _close_idle(self) -> None:
        with self._lock:
            self._version += 1
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


class _Reading:
    """A context in which a session reads."""

    __slots__ = ("_allowance", "_connection", "_database", "_version")

    def __init__(self, database: SqliteDatabase, allowance: Allowance) -> None:
        self._database = database
        self._allowance = allowance
        self._connection: Connection
        self._version = 0

    def __enter__(self) -> Session:
        self._connection, self._version = self._database.take()
        self._connection.set_progress_handler(self._allowance.is_used_up, _STEPS)
        self._connection.execute("BEGIN")
        return SqliteSession(self._connection)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        connection = self._connection
        if error is None or not isinstance(error, DatabaseError):
            connection.set_progress_handler(None, 0)
            connection.execute("ROLLBACK")
            self._database.give_back(connection, self._version)
            return
        connection.close()
        if is_interrupted(error):
            raise TooSlowError(self._allowance.seconds) from error
        if is_damaged(error):
            self._database.quarantine(str(error))


def _no_store(path: str) -> InputError:
    return InputError(
        f"{path} is no store: it is not a SQLite database",
        hint="name another file, or move it away if it is a damaged store; a new one begins empty",
    )


def _do_nothing(_session: Session) -> None:
    """Change nothing."""
