"""The store of a site: commands go in, and sessions read.

store = Store(open_database(address, warn))
store.submit(command)                   durable when it returns
with store.reading() as session: ...
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from duckrow.store.commands.command import Command
    from duckrow.store.database.database import Database
    from duckrow.store.database.session import Session

QUERY_SECONDS = 60.0  # that a query may take


class Store:
    """Facts, catalogs and reports of nodes. Threads may share it; make it after the last fork."""

    __slots__ = ("counts", "database")

    def __init__(self, database: Database) -> None:
        self.database = database
        self.counts: dict[str, int] = {}  # stored commands by kind

    def submit(self, command: Command) -> None:
        """Store a command; it is durable when this returns. Raises the database's error."""
        self.database.write(command.write)
        name = type(command).__name__
        self.counts[name] = self.counts.get(name, 0) + 1

    def reading(self, seconds: float = QUERY_SECONDS) -> AbstractContextManager[Session, None]:
        """Return a context in which a session reads, at most for a time. Raises TooSlowError."""
        return self.database.reading(seconds)

    def close(self) -> None:
        """Write what is waiting, and close the database."""
        self.database.close()
