"""Services and open ports, from the tables of sockets of the kernel."""

from __future__ import annotations

from duckrow.cfengine.monitor.observables import SERVICES
from duckrow.machine.socket_table import read_sockets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host
    from duckrow.machine.socket_table import SocketRow

KINDS = ("tcp4", "tcp6", "udp4", "udp6")
_BY_PORT = {port: (name, value) for port, name, value in SERVICES}


class Ports:
    """What the tables of sockets say at one moment."""

    __slots__ = ("counts", "listening", "peers")

    def __init__(self, host: Host) -> None:
        # The addresses on which a port is open, by the kind of socket; the last one found first.
        self.listening: dict[str, dict[int, str]] = {kind: {} for kind in KINDS}
        # The number of sockets by value, such as ssh_in.
        self.counts: dict[str, float] = {}
        # The sockets of each service and direction, such as ("ssh", "in").
        self.peers: dict[tuple[str, str], list[SocketRow]] = {}
        for row in read_sockets(host):
            self._add(row)

    def _add(self, row: SocketRow) -> None:
        if row.is_listening:
            self.listening[row.kind].setdefault(row.port, row.address)
        for port, way in ((row.port, "in"), (row.peer_port, "out")):
            service = _BY_PORT.get(port)
            if service is not None:
                name, value = service
                key = f"{value}_{way}"
                self.counts[key] = self.counts.get(key, 0) + 1
                self.peers.setdefault((name, way), []).append(row)

    def all_listening(self) -> list[int]:
        """Return all open ports, those found last first."""
        found: dict[int, None] = {}
        for kind in KINDS:
            for port in self.listening[kind]:
                found.setdefault(port)
        return list(reversed(found))
