"""The store of a site: commands go in, and sessions read.

store = Store(open_database(address, warn))
store.submit(command)                   durable when it returns
with store.reading() as session: ...
"""

from __future__ import annotations

from threading import Lock

from duckrow.store.database.allowance import QUERY_SECONDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from duckrow.store.commands.command import Command
    from duckrow.store.database.database import Database
    from duckrow.store.database.session import Session


class Store:
    """Facts, catalogs and reports of nodes. Threads may share it; make it after the last fork.

    `cleaning` is held by who cleans it.
    """

    __slots__ = ("cleaning", "counts", "database")

    def __init__(self, database: Database) -> None:
        self.database = database
        self.cleaning = Lock()
        self.counts: dict[str, int] = {}  # stored commands by name

    def submit(self, command: Command) -> None:
        """Store a command; it is durable when this returns. Raises the database's error."""
        self.database.write(command.write)
        self.counts[command.name] = self.counts.get(command.name, 0) + 1

    def submit_all(self, commands: Sequence[Command]) -> None:
        """Store several commands in one transaction."""

        def write(session: Session) -> None:
            for command in commands:
                command.write(session)

        self.database.write(write)
        for command in commands:
            self.counts[command.name] = self.counts.get(command.name, 0) + 1

    def reading(self, seconds: float = QUERY_SECONDS) -> AbstractContextManager[Session, None]:
        """Return a context in which a session reads, at most for a time. Raises TooSlowError."""
        return self.database.reading(seconds)

    def close(self) -> None:
        """Write what is waiting, and close the database."""
        self.database.close()
