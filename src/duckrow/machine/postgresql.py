"""PostgreSQL, through psycopg 3 if it is installed.

connection = connect("postgresql://duck@localhost/puppetdb", wait=10)
is_unreachable(error), is_conflict(error)
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Row = tuple[object, ...]

# Classes of SQLSTATE: the connection, and an administrator who ends it.
_UNREACHABLE = ("08", "57P")
_CONFLICTS = ("40001", "40P01")  # another transaction was faster, or a deadlock
_CANCELLED = "57014"
# What stays wrong until somebody changes the server or the address: classes of SQLSTATE, and, as
# libpq has none for a connection that failed, words of the server.
_PERMANENT = ("28", "3D", "42501")
_PERMANENT_WORDS = (
    "does not exist",
    "authentication failed",
    "no pg_hba.conf entry",
    "no password supplied",
    "is not permitted to log in",
    "permission denied",
)


class Cursor(Protocol):
    """A cursor of psycopg."""

    rowcount: int

    def fetchone(self) -> Row | None:
        """Return the next row."""

    def fetchmany(self, size: int) -> Sequence[Row]:
        """Return some more rows."""

    def fetchall(self) -> Sequence[Row]:
        """Return all other rows."""

    def __iter__(self) -> Iterator[Row]:
        """Return one row after the other."""

    def execute(self, query: str, params: Sequence[object] | None = None) -> Cursor:
        """Execute a statement."""

    def executemany(self, query: str, params_seq: Iterable[Sequence[object]]) -> None:
        """Execute a statement for each row of values."""

    def close(self) -> None:
        """Close the cursor."""


class Connection(Protocol):
    """A connection of psycopg."""

    autocommit: bool
    closed: bool

    def execute(self, query: str, params: Sequence[object] | None = None) -> Cursor:
        """Execute a statement."""

    def cursor(self, name: str = "") -> Cursor:
        """Return a cursor; one with a name stays on the server."""

    def commit(self) -> None:
        """Commit the transaction."""

    def cancel_safe(self, *, timeout: float) -> None:
        """End the statement that runs; any thread may call this, and waits that long at most."""

    def rollback(self) -> None:
        """Undo the transaction."""

    def close(self) -> None:
        """Close the connection."""


class _Library(Protocol):
    Error: type[Exception]
    OperationalError: type[Exception]

    def connect(self, conninfo: str, **options: object) -> Connection:
        """Connect to a server."""


def library() -> _Library:
    """Return psycopg. Raises InputError if it is not installed."""
    try:
        found: _Library = import_module("psycopg")
    except ImportError:
        raise InputError(
            "a store in PostgreSQL needs the package psycopg",
            hint="pip install 'duckrow[postgresql]'",
        ) from None
    return found


def connect(address: str, wait: int) -> Connection:
    """Connect to a database. Raises psycopg's error, of which no message has the password.

    Options of the address count.
    """
    psycopg = library()
    given = import_module("psycopg.conninfo").conninfo_to_dict(address).get("options", "")
    # What a cursor finds is read to its end: its first rows need not come early.
    options = f"{given} -c TimeZone=UTC -c cursor_tuple_fraction=1".strip()
    return psycopg.connect(
        address, connect_timeout=wait, application_name="duckrow", options=options
    )


def is_error(error: BaseException) -> bool:
    """Return whether an error is one of psycopg."""
    return isinstance(error, library().Error)


def code_of(error: BaseException) -> str:
    """Return the SQLSTATE of an error; empty for a connection that failed."""
    found = getattr(error, "sqlstate", None)
    return found if isinstance(found, str) else ""


def is_unreachable(error: BaseException) -> bool:
    """Return whether the connection failed or was ended."""
    if not isinstance(error, library().OperationalError):
        return False
    code = code_of(error)
    return not is_permanent(error) and (not code or code.startswith(_UNREACHABLE))


def is_permanent(error: BaseException) -> bool:
    """Return whether the server refuses us, and waiting does not help."""
    code = code_of(error)
    if code:
        return code.startswith(_PERMANENT)
    is_operational = isinstance(error, library().OperationalError)
    return is_operational and any(word in str(error) for word in _PERMANENT_WORDS)


def is_conflict(error: BaseException) -> bool:
    """Return whether a transaction lost against another one, and may be tried again."""
    return code_of(error) in _CONFLICTS


def is_cancelled(error: BaseException) -> bool:
    """Return whether a statement took longer than it may."""
    return code_of(error) == _CANCELLED
