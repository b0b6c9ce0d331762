"""What both databases of the store offer, and which one an address means.

database = open_database("postgresql://duck@localhost/puppetdb", warn)
database = open_database("/var/lib/duckrow/store.db", warn)
"""

from __future__ import annotations

from typing import Protocol

from duckrow.source.addresses import without_password
from duckrow.source.errors import InputError
from duckrow.store.database.allowance import RESTART_SECONDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager
    from typing import TypeVar

    from duckrow.store.database.allowance import Allowance
    from duckrow.store.database.dialect import Dialect
    from duckrow.store.database.session import Session
    from duckrow.store.database.sqlite import Function

    Result = TypeVar("Result")

SCHEMES = ("postgresql://", "postgres://")


def is_postgresql(address: str) -> bool:
    """Return whether an address is a URL of PostgreSQL, and not a path.

    Raises InputError for a URL of something else.
    """
    if address.startswith(SCHEMES):
        return True
    scheme, mark, _ = address.partition("://")
    if mark and "/" not in scheme:
        raise InputError(
            f"{without_password(address)} is no store: the scheme {scheme}:// is unknown",
            hint=f"name a file by its path, or a database by a URL with {' or '.join(SCHEMES)}",
        )
    return False


class Database(Protocol):
    """A database of the store. Threads may share it; make it after the last fork."""

    @property
    def dialect(self) -> Dialect:
        """How the database spells things."""

    def write(self, work: Callable[[Session], Result]) -> Result:
        """Do something in a transaction; it is durable when this returns.

        Work that fails is undone, and may be tried again: it has no other effects.
        """

    def write_alone(self, work: Callable[[Session], Result]) -> Result:
        """Do the same while no other server writes: for what removes rows that others may use."""

    def reading(self, time: float | Allowance) -> AbstractContextManager[Session, None]:
        """Return a context in which a session reads, at most for a time. Raises TooSlowError."""

    def reach(self, seconds: float) -> None:
        """Raise UnavailableError or TooSlowError if the database does not answer in time."""

    def check(self) -> None:
        """Try once, before the last fork, whether the database can be the store.

        Raises InputError if it never can, and UnavailableError if it cannot now.
        """

    def close(self) -> None:
        """Write what is waiting, and close the database."""


def open_database(
    address: str,
    warn: Callable[[str], None],
    functions: Mapping[str, tuple[int, Function]] | None = None,
    *,
    is_guest: bool = False,
    wait: float = RESTART_SECONDS,
) -> Database:
    """Return the database at a URL of PostgreSQL, or in a file.

    `functions` are functions for statements that read a file, by name, with their number of
    arguments. A guest uses a file beside the server that owns it. Nothing is opened before the
    first use. A server of PostgreSQL that is away is waited for some seconds. Raises InputError if
    a package is missing, or for a URL that is not PostgreSQL's.
    """
    if is_postgresql(address):
        from duckrow.store.database.postgresql import PostgresDatabase

        return PostgresDatabase(address, wait)
    from duckrow.store.database.sqlite import SqliteDatabase

    return SqliteDatabase(address, warn, functions, is_guest=is_guest)
