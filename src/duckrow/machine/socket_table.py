"""The sockets of TCP and UDP, from the tables in /proc/net."""

from __future__ import annotations

import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.machine.host import Host

# How the kernel writes the state of a socket that listens; of UDP, of one without a peer.
_LISTENS = {"tcp": "0A", "udp": "07"}
_ORDER = (("tcp4", "tcp"), ("tcp6", "tcp6"), ("udp4", "udp"), ("udp6", "udp6"))


class SocketRow:
    """One socket: its kind (tcp4, tcp6, udp4, udp6), both ends, and the row of the table."""

    __slots__ = ("address", "is_listening", "kind", "peer", "peer_port", "port", "text")

    def __init__(self, kind: str, text: str) -> None:
        """Read a row; raises ValueError or IndexError for anything else."""
        words = text.split()
        self.kind = kind
        self.text = text
        self.address, self.port = _read(words[1])
        self.peer, self.peer_port = _read(words[2])
        self.is_listening = words[3] == _LISTENS[kind[:3]]


def read_sockets(host: Host) -> Iterator[SocketRow]:
    """Yield all sockets; rows that cannot be read are left out."""
    for kind, name in _ORDER:
        for line in host.lines(f"/proc/net/{name}")[1:]:
            try:
                yield SocketRow(kind, line)
            except (ValueError, IndexError, OSError):
                continue


def _read(text: str) -> tuple[str, int]:
    """Return the address and the port, which the kernel writes in hexadecimal words."""
    digits, _, port = text.partition(":")
    content = bytes.fromhex(digits)
    if sys.byteorder == "little":
        content = b"".join(content[at : at + 4][::-1] for at in range(0, len(content), 4))
    family = socket.AF_INET if len(content) == 4 else socket.AF_INET6
    return socket.inet_ntop(family, content), int(port, 16)
