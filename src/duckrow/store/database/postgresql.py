"""The store in PostgreSQL: one thread of each server writes, many read.

    database = PostgresDatabase("postgresql://duck@localhost/puppetdb")

Several servers may share a database. A transaction that loses against another one is done again. A
server that goes away for a moment is waited for: commands may run twice (see `Writer`), so a commit
whose answer was lost is done again too.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from time import monotonic, sleep

from duckrow.machine.postgresql import (
    connect,
    is_cancelled,
    is_conflict,
    is_error,
    is_permanent,
    is_unreachable,
    library,
)
from duckrow.source.addresses import without_password
from duckrow.source.errors import InputError
from duckrow.state.schema import NewerDatabaseError
from duckrow.state.writer import Writer
from duckrow.store.database.allowance import RESTART_SECONDS, allowed
from duckrow.store.database.dialect import POSTGRESQL
from duckrow.store.database.errors import (
    RefusedError,
    TooSlowError,
    UnavailableError,
    UnreachableError,
)
from duckrow.store.database.session import number
from duckrow.store.schema import MIGRATIONS, POSTGRESQL_WORDS, spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from duckrow.machine.postgresql import Connection
    from duckrow.store.database.allowance import Allowance
    from duckrow.store.database.dialect import Dialect
    from duckrow.store.database.session import Rows, Session

    Result = TypeVar("Result")

_CONNECT_SECONDS = 10
_CANCEL_SECONDS = 2.0
_MOST_IDLE = 8
_LOCK = 0x6475636B  # of the advisory lock for migrations: "duck"
_WRITING = _LOCK + 1  # of the one that all writers share, but who writes alone
_TOGETHER = "SELECT pg_advisory_xact_lock_shared(%s)"
_ALONE = "SELECT pg_advisory_xact_lock(%s)"


@lru_cache(500)
def _marked(statement: str) -> str:
    """Return a statement with the marks for values that psycopg uses."""
    return statement.replace("%", "%%").replace("?", "%s")


class PostgresSession:
    """A transaction on a connection."""

    __slots__ = ("connection",)

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @property
    def dialect(self) -> Dialect:
        """How PostgreSQL spells things."""
        return POSTGRESQL

    def execute(self, statement: str, values: Sequence[object] = ()) -> Rows:
        """Execute a statement."""
        return self.connection.execute(_marked(statement), values)

    def stream(self, statement: str, values: Sequence[object] = ()) -> Rows:
        """Execute a statement whose rows wait on the server; without this all come at once."""
        cursor = self.connection.cursor("answer")
        try:
            cursor.execute(_marked(statement), values)
        except BaseException:
            cursor.close()
            raise
        return cursor

    def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Execute a statement for each row of values."""
        rows = list(rows)
        if rows:
            cursor = self.connection.cursor()
            cursor.executemany(_marked(statement), rows)
            cursor.close()


class _Owned:
    """A connection that writes, beside others or alone."""

    __slots__ = ("_address", "_connection", "_lock", "_wait")

    def __init__(self, address: str, lock: str, wait: float) -> None:
        self._address = address
        self._wait = wait
        self._lock = lock
        self._connection: Connection | None = None

    def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do something in a transaction, again after a conflict or with a new connection."""
        limit = monotonic() + self._wait
        pause = 0.01
        while True:
            try:
                return self._run(work)
            except Exception as error:
                if not is_error(error):
                    raise
                is_away = is_unreachable(error)
                if not (is_away or is_conflict(error)) or monotonic() > limit:
                    raise _unavailable(error) from error
            sleep(pause)
            pause = min(1.0, pause * 2)

    def _run(self, work: Callable[[Connection], Result]) -> Result:
        connection = self._connection
        if connection is None or connection.closed:
            connection = self._connection = connect(self._address, _CONNECT_SECONDS)
            _upgrade(connection, self._address)
        try:
            connection.execute(self._lock, (_WRITING,))
            found = work(connection)
            connection.commit()
        except BaseException as error:
            if is_error(error) and not is_conflict(error):
                self.close()
            else:
                connection.rollback()
            raise
        return found

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _unavailable(error: Exception) -> UnavailableError:
    """Return the error of a store for one of psycopg."""
    kind = UnavailableError
    if is_permanent(error):
        kind = RefusedError
    elif is_unreachable(error):
        kind = UnreachableError
    return kind(f"PostgreSQL: {error}".strip())


def _upgrade(connection: Connection, address: str) -> None:
    """Run the missing migrations; of several servers one does, and the others wait."""
    known = len(MIGRATIONS)
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
    connection.execute("CREATE TABLE IF NOT EXISTS duckrow_schema (version integer NOT NULL)")
    row = connection.execute("SELECT version FROM duckrow_schema").fetchone()
    version = 0 if row is None else number(row[0])
    if version > known:
        connection.rollback()
        raise NewerDatabaseError(without_password(address), version, known)
    for migration in MIGRATIONS[version:]:
        for statement in spelled(migration, POSTGRESQL_WORDS):
            connection.execute(statement)
    if version < known:
        connection.execute("DELETE FROM duckrow_schema")
        connection.execute("INSERT INTO duckrow_schema (version) VALUES (%s)", (known,))
    connection.commit()


class PostgresDatabase:
    """A store in PostgreSQL. Threads may share it; make it after the last fork."""

    __slots__ = ("_address", "_idle", "_is_ready", "_lock", "_wait", "_writer")

    dialect = POSTGRESQL

    def __init__(self, address: str, wait: float = RESTART_SECONDS) -> None:
        """Remember where the database is, as a URL. Raises InputError without psycopg.

        A server that is away is waited for some seconds.
        """
        library()
        self._address = address
        self._wait = wait
        self._idle: list[Connection] = []
        self._is_ready = False
        self._lock = Lock()
        self._writer: Writer[Connection] = Writer("store", lambda: _Owned(address, _TOGETHER, wait))

    def write(self, work: Callable[[Session], Result]) -> Result:
        """Do something in a transaction; it is durable when this returns.

        Work that fails is undone, and may be tried again: it has no other effects.
        """
        return self._writer.do(lambda connection: work(PostgresSession(connection)))

    def write_alone(self, work: Callable[[Session], Result]) -> Result:
        """Do the same while no other server writes: for what removes rows that others may use."""
        owned = _Owned(self._address, _ALONE, self._wait)
        try:
            return owned.run(lambda connection: work(PostgresSession(connection)))
        finally:
            owned.close()

    def reading(self, time: float | Allowance) -> _Reading:
        """Return a context in which a session reads, at most for a time."""
        return _Reading(self, allowed(time))

    def take(self) -> Connection:
        """Return a connection that reads."""
        if not self._is_ready:
            self.write(_do_nothing)  # which makes or upgrades the tables
            self._is_ready = True
        with self._lock:
            if self._idle:
                return self._idle.pop()
        try:
            return connect(self._address, _CONNECT_SECONDS)
        except Exception as error:
            if not is_error(error):
                raise
            raise _unavailable(error) from error

    def give_back(self, connection: Connection) -> None:
        """Take a connection back."""
        with self._lock:
            if len(self._idle) < _MOST_IDLE and not connection.closed:
                self._idle.append(connection)
                return
        connection.close()

    def reach(self, seconds: float) -> None:
        """Raise UnavailableError if a new connection does not answer: idle ones may be dead."""
        try:
            connection = connect(self._address, max(2, int(seconds)))
            connection.execute("SELECT 1")
            connection.close()
        except Exception as error:
            if not is_error(error):
                raise
            raise _unavailable(error) from error

    def check(self) -> None:
        """Make or upgrade the tables, without waiting for a server that is away."""
        owned = _Owned(self._address, _TOGETHER, 0.0)
        try:
            owned.run(lambda _: None)
        except RefusedError as error:
            raise InputError(
                f"cannot use the store {without_password(self._address)}: {error}",
                hint="create the role and the database, or correct database in store.conf;"
                " the role needs a database that it owns",
            ) from error
        finally:
            owned.close()

    def close(self) -> None:
        """Write what is waiting, and close all connections."""
        self._writer.close()
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


class _Reading:
    """A context in which a session reads."""

    __slots__ = ("_allowance", "_connection", "_database")

    def __init__(self, database: PostgresDatabase, allowance: Allowance) -> None:
        self._database = database
        self._allowance = allowance
        self._connection: Connection

    def __enter__(self) -> Session:
        for is_last in (False, True):
            self._connection = self._database.take()
            try:
                self._begin()
            except Exception as error:
                # An idle connection may be one to a server that was restarted.
                self._connection.close()
                if is_last or not is_unreachable(error):
                    raise
            else:
                break
        self._allowance.cancel_with(self._cancel)
        return PostgresSession(self._connection)

    def _cancel(self) -> None:
        try:
            self._connection.cancel_safe(timeout=_CANCEL_SECONDS)
        except Exception as error:  # it is tried again
            if not is_error(error):
                raise

    def _begin(self) -> None:
        limit = max(1, int(self._allowance.left * 1000))
        # Queries are short, and PostgreSQL would compile some of them for longer than they run.
        self._connection.execute(
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;"
            f" SET LOCAL statement_timeout = {limit}; SET LOCAL jit = off"
        )

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: object
    ) -> None:
        self._allowance.cancel_with(None)
        connection = self._connection
        if error is not None and is_unreachable(error):
            connection.close()
            assert isinstance(error, Exception)
            raise _unavailable(error) from error
        connection.rollback()
        self._database.give_back(connection)
        if error is not None and is_cancelled(error):
            raise TooSlowError(self._allowance.seconds) from error


def _do_nothing(_session: Session) -> None:
    """Change nothing."""
