"""A TCP connection, one request, and the first piece of the answer."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from socket import socket

CONNECT_SECONDS = 30.0
ANSWER_SECONDS = 60.0


def connect(host: str, port: str, seconds: float = CONNECT_SECONDS) -> socket | None:
    """Connect to the first address of a host that answers, or return None; a port may be a name."""
    from socket import SOCK_STREAM, gaierror, getaddrinfo, socket

    try:
        found = getaddrinfo(host, port, type=SOCK_STREAM)
    except (gaierror, UnicodeError, OSError):
        return None
    for family, kind, protocol, _, address in found:
        channel = socket(family, kind, protocol)
        channel.settimeout(seconds)
        try:
            channel.connect(address)
        except OSError:
            channel.close()
            continue
        channel.settimeout(ANSWER_SECONDS)
        return channel
    return None


def open_connection(host: str, port: str, seconds: float = CONNECT_SECONDS) -> socket:
    """Connect to a host; raises the OSError of the last address, or of the resolver."""
    from socket import SOCK_STREAM, getaddrinfo, socket

    failure: OSError | None = None
    for family, kind, protocol, _, address in getaddrinfo(host, port, type=SOCK_STREAM):
        channel = socket(family, kind, protocol)
        channel.settimeout(seconds)
        try:
            channel.connect(address)
        except OSError as error:
            channel.close()
            failure = error
            continue
        channel.settimeout(ANSWER_SECONDS)
        return channel
    raise failure or OSError(-2, "Name or service not known")


def ask(channel: socket, question: bytes, limit: int) -> bytes | None:
    """Send a request, if any, and return the first piece of the answer; None if that fails."""
    try:
        if question:
            channel.sendall(question)
        return channel.recv(limit) if limit > 0 else b""
    except OSError:
        return None
