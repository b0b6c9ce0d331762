"""What both databases of the store offer, and which one an address means.

database = open_database("postgresql://duck@localhost/puppetdb", warn)
database = open_database("/var/lib/duckrow/store.db", warn)
"""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager
    from typing import TypeVar

    from duckrow.store.database.dialect import Dialect
    from duckrow.store.database.session import Session
    from duckrow.store.database.sqlite import Function

    Result = TypeVar("Result")

SCHEMES = ("postgresql://", "postgres://")


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

    def reading(self, seconds: float) -> AbstractContextManager[Session, None]:
        """Return a context in which a session reads, at most for a time. Raises TooSlowError."""

    def reach(self, seconds: float) -> None:
        """Raise UnavailableError or TooSlowError if the database does not answer in time."""

    def close(self) -> None:
        """Write what is waiting, and close the database."""


def open_database(
    address: str,
    warn: Callable[[str], None],
    functions: Mapping[str, tuple[int, Function]] | None = None,
    *,
    is_guest: bool = False,
) -> Database:
    """Return the database at a URL of PostgreSQL, or in a file.

    `functions` are functions for statements that read a file, by name, with their number of
    arguments. A guest uses a file beside the server that owns it. Nothing is opened before the
    first use. Raises InputError if a package is missing.
    """
    if address.startswith(SCHEMES):
        from duckrow.store.database.postgresql import PostgresDatabase

        return PostgresDatabase(address)
    from duckrow.store.database.sqlite import SqliteDatabase

    return SqliteDatabase(address, warn, functions, is_guest=is_guest)
