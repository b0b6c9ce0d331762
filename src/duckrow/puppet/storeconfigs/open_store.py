"""The store that the settings name."""

from __future__ import annotations

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.store import Store

    Log = Callable[[str, str], object]

PUPPETDB, OWN = "puppetdb", "duckrow"


def open_store(settings: Settings, log: Log) -> Store:
    """Return the store of storeconfigs_backend. Raises InputError."""
    backend = str(settings["storeconfigs_backend"])
    if backend == PUPPETDB:
        from duckrow.puppet.storeconfigs.configuration import read_configuration
        from duckrow.puppet.storeconfigs.puppetdb import PuppetDb

        def warn(message: str) -> None:
            log("warning", message)

        return PuppetDb(settings, read_configuration(settings, warn), log)
    raise InputError(
        f"Could not find terminus {backend} for indirection catalog",
        why="storeconfigs_backend names the store of catalogs",
        hint=f"it is {PUPPETDB}",
    )
