"""Remove a node that is gone: its certificates, what the store knows, and what the server keeps.

    for line in purge_node(settings, "huey.lab", log): ...

The certificate goes first: an agent that still runs does not come back then.
"""

from __future__ import annotations

from time import time_ns

from duckrow.ca.errors import NotFoundError
from duckrow.ca.names import is_valid_name
from duckrow.ca.revocation import clean
from duckrow.machine.files.private import exists, remove
from duckrow.machine.local import LocalMachine
from duckrow.puppet.storeconfigs.configuration import read_configuration
from duckrow.puppet.storeconfigs.puppetdb import PuppetDb
from duckrow.puppet.storeconfigs.store import DEACTIVATE_NODE, Command, wire_time
from duckrow.server.ca.authority import open_authority
from duckrow.server.nodes.fact_store import facts_directory, path_in
from duckrow.server.reports.reporting import reports_directory
from duckrow.server.reports.store import NAME as REPORTS
from duckrow.server.reports.store import NotStoredError, ReportStore
from duckrow.server.store.open_store import PUPPETDB
from duckrow.server.store.settings import StoreSettings
from duckrow.source.errors import InputError
from duckrow.store.database.database import open_database
from duckrow.store.database.errors import UnavailableError
from duckrow.store.purge import purge_node as purge_from_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.log import Log


def purge_node(settings: Settings, name: str, log: Log) -> Iterator[str]:
    """Remove a node; return what was removed, as texts. Raises InputError."""
    if not is_valid_name(name):
        raise InputError(f"'{name}' is not the name of a node")

    def warn(message: str) -> None:
        log("warning", message)

    authority = open_authority(settings, log)
    if authority is not None:
        try:
            clean(authority, name)
            yield "certificate"
        except NotFoundError:
            pass
    if settings.storeconfigs and settings["storeconfigs_backend"] == PUPPETDB:
        _deactivate(settings, name, warn)
        yield "node in PuppetDB, which hides it until it is purged there"
    if _purge_from_store(settings, name, warn):
        yield "facts, catalog, exported resources and reports in the store"
    facts = path_in(facts_directory(settings), name)
    if exists(facts):
        remove(facts)
        yield "last facts"
    reports_of = f"{settings['reportdir']}/{name}"
    if exists(reports_of):
        LocalMachine().files.remove(reports_of, recursive=True)
        yield "reports in files"
    directory = reports_directory(settings)
    if exists(f"{directory}/{REPORTS}"):
        reports = ReportStore(directory, (), warn, is_guest=True)
        try:
            if reports.last_report(name) is not None:
                reports.forget(name)
                yield "last run"
        except NotStoredError as error:
            raise InputError(f"cannot use the reports: {error}") from None
        finally:
            reports.close()


def _purge_from_store(settings: Settings, name: str, warn: Callable[[str], None]) -> bool:
    address = StoreSettings(settings).address
    if address.startswith("/") and not exists(address):
        return False
    database = open_database(address, warn, is_guest=True)
    try:
        return purge_from_store(database, name)
    except UnavailableError as error:
        raise InputError(f"cannot use the store: {error}") from None
    finally:
        database.close()


def _deactivate(settings: Settings, name: str, warn: Callable[[str], None]) -> None:
    now = time_ns()
    configuration = read_configuration(settings, warn)
    store = PuppetDb(settings, configuration, lambda _level, message: warn(message))
    payload = {"certname": name, "producer_timestamp": wire_time(now)}
    try:
        store.submit(Command(DEACTIVATE_NODE, name, payload, now))
    finally:
        store.close()
