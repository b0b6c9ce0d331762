"""A connection of a tool to a server that its command line names."""

from __future__ import annotations

from duckrow.cfengine.agent.policy_server import FILE
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.connection import Where, open_connection
from duckrow.cfengine.net.keys import Keys, digest
from duckrow.cfengine.net.lastseen import LastSeen
from duckrow.cfengine.net.own_endpoint import own_endpoint
from duckrow.cfengine.values.server_address import PORT, split_server
from duckrow.machine.paths import read_bytes
from duckrow.machine.this_process import user_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.net.connection import Connection
    from duckrow.cfengine.tools.start import Call
    from duckrow.machine.tls_client import ClientEndpoint
    from duckrow.machine.tls_peers import Endpoint


def policy_server(work_directory: str) -> str | None:
    """Return the policy server that this host was bootstrapped to."""
    try:
        found = read_bytes(f"{work_directory}/{FILE}", 4096)
    except OSError:
        return None
    return found.decode("utf-8", "surrogateescape").strip() or None


class Connector:
    """Connects to servers with the key of this host."""

    __slots__ = ("_call", "_endpoint", "_keys")

    def __init__(self, call: Call, keys: Keys, endpoint: ClientEndpoint | Endpoint) -> None:
        self._call = call
        self._keys = keys
        self._endpoint = endpoint

    @property
    def digest(self) -> str:
        """Return the digest of the key of this host."""
        return digest(self._keys.own().public_key())

    def connect(
        self,
        text: str,
        *,
        trusts_new_key: bool,
        is_recorded: bool,
        is_extended: bool = False,
        seconds: float = 30,
        port: str = "",
    ) -> Connection | None:
        """Connect to HOST:PORT, or to a port for hosts without; the log says why if that fails."""
        host, own_port = split_server(text)
        where = Where(
            host,
            own_port or port or PORT,
            user_name(),
            seconds=seconds,
            trusts_new_key=trusts_new_key,
            is_extended=is_extended,
        )
        found = open_connection(where, self._endpoint, self._keys, self._call.log)
        if found is not None and is_recorded:
            state = State(self._call.work_directory, self._call.log)
            LastSeen(state).note(found.address, found.key, is_incoming=False)
            state.close()
        return found


def make_connector(
    call: Call, lowest: str | None = None, ciphers: str | None = None
) -> Connector | None:
    """Return a connector; log why and return None without a key or with bad ciphers."""
    keys = Keys(call.work_directory)
    endpoint = own_endpoint(keys, lowest, ciphers, call.log, call.log.error)
    return None if endpoint is None else Connector(call, keys, endpoint)
