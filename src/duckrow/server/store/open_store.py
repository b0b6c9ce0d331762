"""The store that the settings name: a PuppetDB, or our own."""

from __future__ import annotations

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.store import Store
    from duckrow.store.store import Store as Records

    Log = Callable[[str, str], object]

PUPPETDB, OWN = "puppetdb", "duckrow"


def open_store(settings: Settings, log: Log, records: Records | None = None) -> Store:
    """Return the store of storeconfigs_backend. Raises InputError.

    `records` is our own store, if this process has it open.
    """

    def warn(message: str) -> None:
        log("warning", message)

    backend = str(settings["storeconfigs_backend"])
    if backend == PUPPETDB:
        from duckrow.puppet.storeconfigs.configuration import read_configuration
        from duckrow.puppet.storeconfigs.puppetdb import PuppetDb

        return PuppetDb(settings, read_configuration(settings, warn), log)
    if backend == OWN:
        from duckrow.server.store.own_store import OwnStore, open_records
        from duckrow.server.store.settings import StoreSettings

        if records is None:
            records = open_records(StoreSettings(settings).address, warn)
        return OwnStore(records)
    raise InputError(
        f"Could not find terminus {backend} for indirection catalog",
        why="storeconfigs_backend names the store of catalogs",
        hint=f"it is {PUPPETDB} or {OWN}",
    )
