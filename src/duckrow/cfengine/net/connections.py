"""The connections of one run: one for each server, opened when a promise first needs it.

A server that did not answer is not asked again in the same run. A connection that broke is opened
again once, by the next promise that needs it.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.control import control_list, control_text
from duckrow.cfengine.net.connection import Where, open_connection
from duckrow.cfengine.net.keys import Keys
from duckrow.cfengine.net.lastseen import LastSeen
from duckrow.cfengine.net.own_endpoint import own_endpoint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.net.connection import Connection
    from duckrow.machine.tls_client import ClientEndpoint
    from duckrow.machine.tls_peers import Endpoint


class Connections:
    """The connections of one run."""

    __slots__ = ("_connections", "_endpoint", "_has_failed")

    def __init__(self) -> None:
        self._connections: dict[tuple[object, ...], Connection | None] = {}
        self._endpoint: ClientEndpoint | Endpoint | None = None
        self._has_failed = False

    def connect(self, context: Context, where: Where) -> Connection | None:
        """Return the connection to a server; None if there is none in this run."""
        key = (where.host, where.port, where.version, where.trusts_new_key, where.only_ipv4)
        found = self._connections.get(key)
        if key in self._connections and (found is None or not found.is_broken):
            return found
        if not self._connections:
            context.at_end.append(self._close)
        found = self._connections[key] = self._open(context, where)
        return found

    def _open(self, context: Context, where: Where) -> Connection | None:
        keys = Keys(context.options.work_directory)
        endpoint = self._own_endpoint(context, keys)
        if endpoint is None:
            return None
        where.restricted = control_list(context, "agent", "copyfrom_restrict_keys")
        found = open_connection(where, endpoint, keys, context.log)
        if found is not None and context.state is not None:
            LastSeen(context.state).note(found.address, found.key, is_incoming=False)
        return found

    def _own_endpoint(self, context: Context, keys: Keys) -> ClientEndpoint | Endpoint | None:
        if self._endpoint is None and not self._has_failed:
            self._has_failed = True
            lowest = control_text(context, "common", "tls_min_version")
            ciphers = control_text(context, "common", "tls_ciphers")
            log = context.log
            self._endpoint = own_endpoint(keys, lowest, ciphers, log, log.verbose)
        return self._endpoint

    def _close(self, _context: Context) -> None:
        for each in self._connections.values():
            if each is not None:
                each.close()
