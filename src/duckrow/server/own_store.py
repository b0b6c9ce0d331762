"""Our own store, as compiles and runs use it; it is in this process or in a file that it reads."""

from __future__ import annotations

from time import time_ns

from orjson import dumps, loads

from duckrow.puppet.storeconfigs.store import Store, StoreError
from duckrow.server.store_settings import StoreSettings
from duckrow.source.errors import DuckrowError
from duckrow.store.commands.checks import InvalidCommandError
from duckrow.store.commands.table import read_command
from duckrow.store.database.database import open_database
from duckrow.store.query.ask import ask
from duckrow.store.query.errors import QueryError
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.query.restrict import restricted_to_active
from duckrow.store.query.text import read_text
from duckrow.store.store import Store as Records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.store import Command


def open_records(settings: Settings, warn: Callable[[str], None]) -> Records:
    """Open our own store where store.conf says it is. Raises InputError."""
    address = StoreSettings(settings).address
    return Records(open_database(address, warn, FUNCTIONS))


class OwnStore(Store):
    """The store of this server."""

    __slots__ = ("_records",)

    def __init__(self, records: Records) -> None:
        super().__init__()
        self._records = records

    def resources(self, query: object) -> list[dict[str, object]]:
        return self._ask(["from", "resources", query])

    def query(self, query: object) -> object:
        try:
            asked = read_text(query) if isinstance(query, str) else query
        except QueryError as error:
            raise StoreError(f"the store rejects the query: {error}") from None
        return self._ask(asked)

    def submit(self, command: Command) -> None:
        name, certname = command.name.replace("_", " "), command.certname
        what = f"'{name}' command for {certname}"
        try:
            # As it would come in a request: without what JSON lacks.
            payload = loads(dumps(command.payload))
            received = time_ns() // 1000
            self._records.submit(read_command(name, command.version, certname, payload, received))
        except InvalidCommandError as error:
            raise StoreError(f"the store rejects the {what}: {error}") from None
        except DuckrowError as error:
            raise StoreError(f"the store cannot take the {what}: {error}") from None

    def close(self) -> None:
        self._records.close()

    def _ask(self, query: object) -> list[dict[str, object]]:
        try:
            rows = ask(self._records.database, restricted_to_active(query)).rows
        except DuckrowError as error:
            raise StoreError(f"the store rejects the query: {error}") from None
        # Parts of rows are JSON from the database.
        found: list[dict[str, object]] = loads(dumps(rows))
        return found
