"""Our own store, as compiles and runs use it; it is in this process or in a file that it reads."""

from __future__ import annotations

from time import time_ns

from orjson import dumps, loads

from duckrow.puppet.storeconfigs.catalog_payload import RepeatableCatalog
from duckrow.puppet.storeconfigs.store import Store, StoreError
from duckrow.puppet.storeconfigs.wire import to_json
from duckrow.source.bounded_cache import BoundedCache
from duckrow.source.errors import DuckrowError
from duckrow.store.commands.catalog import RepeatCatalog, ReplaceCatalog
from duckrow.store.commands.checks import InvalidCommandError
from duckrow.store.commands.table import read_command
from duckrow.store.database.database import open_database
from duckrow.store.query.ask import ask
from duckrow.store.query.errors import QueryError
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.query.restrict import of_active_nodes
from duckrow.store.query.text import read_text
from duckrow.store.store import Store as Records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.storeconfigs.store import Command


_MOST_KNOWN = 20_000  # catalogs


def open_records(address: str, warn: Callable[[str], None], *, is_guest: bool = True) -> Records:
    """Open our own store at an address; only the web process is no guest. Raises InputError."""
    return Records(open_database(address, warn, FUNCTIONS, is_guest=is_guest))


class OwnStore(Store):
    """The store of this server."""

    __slots__ = ("_known", "_records")

    def __init__(self, records: Records) -> None:
        super().__init__()
        self._records = records
        # The last catalogs of nodes: the digest of the content, and the hash in the store.
        self._known = BoundedCache(_MOST_KNOWN)

    def resources(self, query: object) -> list[dict[str, object]]:
        return self._ask(["from", "resources", query])

    def query(self, query: object) -> object:
        try:
            asked = read_text(query) if isinstance(query, str) else query
        except QueryError as error:
            raise StoreError(f"the store rejects the query: {error}") from None
        return self._ask(asked)

    def submit(self, command: Command) -> None:
        if isinstance(command, RepeatableCatalog):
            self._submit_catalog(command)
        else:
            self._submit(command)

    def _submit_catalog(self, command: RepeatableCatalog) -> None:
        """Store a catalog; if the store has it already, only what it is called."""
        known: tuple[bytes, str] | None = self._known.get(command.certname)
        if known is not None and known[0] == command.digest:
            again = RepeatCatalog(command.head, known[1], time_ns() // 1000)
            try:
                self._records.submit(again)
            except DuckrowError as error:
                raise StoreError(f"the store cannot take the catalog: {error}") from None
            if not again.is_changed:
                return
        stored = self._submit(command)
        assert isinstance(stored, ReplaceCatalog)
        self._known.keep(command.certname, (command.digest, stored.hash))

    def _submit(self, command: Command) -> object:
        """Store a command, and return it as it was read."""
        name, certname = command.name.replace("_", " "), command.certname
        what = f"'{name}' command for {certname}"
        try:
            # As it would come in a request: without what JSON and UTF-8 lack.
            payload = loads(to_json(command.payload))
            received = time_ns() // 1000
            checked = read_command(name, command.version, certname, payload, received)
            self._records.submit(checked)
        except InvalidCommandError as error:
            raise StoreError(f"the store rejects the {what}: {error}") from None
        except DuckrowError as error:
            raise StoreError(f"the store cannot take the {what}: {error}") from None
        return checked

    def close(self) -> None:
        self._records.close()

    def _ask(self, query: object) -> list[dict[str, object]]:
        try:
            rows = ask(self._records.database, of_active_nodes(query)).rows
        except DuckrowError as error:
            raise StoreError(f"the store rejects the query: {error}") from None
        # Parts of rows are JSON from the database.
        found: list[dict[str, object]] = loads(dumps(rows))
        return found
