"""Start the server: what the parent, the web process and a generation are made of."""

from __future__ import annotations

import gc
from time import monotonic

from duckrow.machine.processes.forks import block_signals
from duckrow.puppet.environment.enc import has_classifier
from duckrow.puppet.loaders.sources import Sources
from duckrow.server.ca.authority import open_authority, say_where, warn_of_renewal
from duckrow.server.catalogs.questions import AskedWorld
from duckrow.server.environments.environments import Environments
from duckrow.server.parent import Parent, Sockets
from duckrow.server.site import Site
from duckrow.server.unknown_keys import warn_of_unknown_keys
from duckrow.store.database.errors import UnavailableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.server.log import Log
    from duckrow.server.settings import ServerSettings
    from duckrow.server.store.storing import Storing


def serve(server: ServerSettings, log: Log, on_ready: Callable[[int], None]) -> int:
    """Serve until a signal ends it; `on_ready` gets the port. Raises InputError at the start."""
    check(server, log)
    sockets = Sockets(server)
    block_signals()  # before anyone knows that there is a server to send them to
    on_ready(sockets.port)
    gc.collect()
    gc.freeze()  # the pages of these objects stay shared with the other processes
    parent = Parent(
        lambda: run_web(server, sockets, log),
        lambda number: run_generation(server, sockets, number, log),
        log,
    )
    try:
        return parent.run()
    finally:
        sockets.close()


def check(server: ServerSettings, log: Log) -> None:
    """Fail before anything is started where certificates or settings cannot be used."""
    from duckrow.server.http.tls import Certificates

    has_classifier(server.settings)
    warn_of_unknown_keys(server.settings, server.file, log)
    site = Site(server.settings, Environments(server.settings), log)
    if site.store_settings.is_named:
        _check_store(site, log)
    authority = open_authority(server.settings, log)
    if authority is not None:
        authority.directory.check_usable()
    say_where(server.settings, authority, log)
    Certificates(server.settings, authority, log)
    if authority is not None and authority.rules.allow_auto_renewal:
        warn_of_renewal(site.auth_conf, log)


def _check_store(site: Site, log: Log) -> None:
    """Raise InputError if the database of store.conf can never be the store."""
    try:
        site.records.database.check()
    except UnavailableError as error:
        log("warning", f"the store cannot be used now, and is tried again: {error}")


def run_web(server: ServerSettings, sockets: Sockets, log: Log) -> int:
    """Be the web process."""
    import asyncio

    from duckrow.server.catalogs.queue import CompileQueue
    from duckrow.server.catalogs.unchanged import UnchangedCatalogs
    from duckrow.server.http.limits import hold_little
    from duckrow.server.http.tls import Certificates
    from duckrow.server.http.web import Web
    from duckrow.server.library_log import take_library_messages
    from duckrow.server.page import Counts
    from duckrow.server.table import make_routes

    take_library_messages(log)
    hold_little()
    authority = open_authority(server.settings, log)
    environments = Environments(server.settings, _sources(server))
    site = Site(server.settings, environments, log, authority, owns_store=True)
    queue, counts = CompileQueue(log, site.environments.forget), Counts()
    certificates = Certificates(server.settings, authority, log)
    web = Web(
        site,
        make_routes(queue, UnchangedCatalogs(find_store=site.find_store), counts, _storing(site)),
        queue,
        certificates,
        counts,
        is_demo=server.is_demo,
    )
    site.bucket.remove_old_drafts()
    site.reporting.start()
    site.housekeeper.start()
    gc.freeze()  # what was imported stays; collections need not look at it
    try:
        asyncio.run(web.run(sockets.agents, sockets.workers, sockets.store))
    finally:
        site.reporting.stop()
        site.housekeeper.stop()
        site.records.close()
    return 0


def run_generation(server: ServerSettings, sockets: Sockets, number: int, log: Log) -> int:
    """Be the process that warms the environments and watches the workers."""
    from duckrow.server.catalogs.compile import Compiler
    from duckrow.server.catalogs.workers import Generation, Start

    start = Start(number, monotonic())  # before any code is read
    sockets.close_here()
    environments = Environments(server.settings, _sources(server), AskedWorld)
    site = Site(server.settings, environments, log)
    return Generation(Compiler(site), start, sockets.path, server.workers, log).run()


def _storing(site: Site) -> Storing | None:
    """Return what gives facts and catalogs to the store, if storeconfigs is on."""
    if not site.settings.storeconfigs:
        return None
    from duckrow.server.store.storing import Storing

    return Storing(site.find_store(), str(site.settings["certname"]))


def _sources(server: ServerSettings) -> Sources:
    if server.cache is None:
        return Sources(remembers=True)
    from duckrow.puppet.compiler.cache import Cache

    return Sources(Cache(server.cache), remembers=True)
