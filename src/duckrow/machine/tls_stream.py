"""The bytes of a TLS connection between hosts, and the sockets below.

A socket stays in blocking mode and has the time limits of the kernel: one that passes is a
TimeoutError. All other errors are ConnectionErrors, with a reason.
"""

from __future__ import annotations

import _socket
import struct
from contextlib import suppress
from time import monotonic

_SPAN = struct.Struct("@ll")
FOREVER = float("inf")
# The largest record of TLS.
RECORD = 1 << 14
# The numbers that TLS has for its versions, by the names in policies; 1.0 is not offered.
TLS_1_1, TLS_1_2, TLS_1_3 = 0x302, 0x303, 0x304
VERSIONS = {"1": TLS_1_1, "1.0": TLS_1_1, "1.1": TLS_1_1, "1.2": TLS_1_2, "1.3": TLS_1_3}
_GOODBYE_SECONDS = 1.0
_MOST_SECONDS = 366 * 86400.0  # of what any limit may be


class Stream:
    """The other side of a connection; how bytes are encrypted is that of the subclass."""

    __slots__ = ("_channel", "_left", "_seconds", "address")

    def __init__(self, channel: _socket.socket) -> None:
        self._channel = channel
        self._seconds = limit_of_socket(channel)
        # Bytes that were received and not yet asked for.
        self._left = bytearray()
        self.address = address_of_peer(channel)

    def begin(self) -> None:
        """Complete the handshake."""
        raise NotImplementedError

    @property
    def certificate(self) -> bytes:
        """Return the certificate of the peer in DER; empty if it showed none."""
        raise NotImplementedError

    @property
    def cipher(self) -> str:
        """Return the version of TLS and the cipher, for the log."""
        raise NotImplementedError

    def send(self, data: bytes | memoryview) -> None:
        """Send bytes; those of a small message travel in one record."""
        raise NotImplementedError

    def _read(self, most: int) -> bytes:
        """Return bytes, at most those of a record; none at the end of the connection."""
        raise NotImplementedError

    def _say_goodbye(self) -> None:
        """Send the message that ends the connection to a peer that still listens."""
        raise NotImplementedError

    def receive(self, most: int) -> bytes:
        """Return the next bytes; none at the end of the connection."""
        left = self._left
        if not left:
            return self._read(most)
        found = bytes(left[:most])
        del left[:most]
        return found

    def receive_many(self, most: int) -> bytes:
        """Return the next bytes, of all records that are there; none at the end."""
        return self.receive(most)

    def give_back(self, data: bytes) -> None:
        """Take bytes back that were received: the next reader gets them first."""
        self._left[:0] = data

    def receive_exactly(self, size: int) -> bytes:
        """Return so many bytes. Raises ConnectionError if the connection ends before."""
        left = self._left
        if size > RECORD:
            return self._receive_long(size)
        if not left:
            # Often a record has what is asked for.
            piece = self._read_some(RECORD)
            if len(piece) == size:
                return piece
            left += piece
        while len(left) < size:
            left += self._read_some(RECORD)
        found = bytes(left[:size])
        del left[:size]
        return found

    def _receive_long(self, size: int) -> bytes:
        """Return many bytes, which are copied as rarely as possible."""
        pieces = [bytes(self._left[:size])]
        del self._left[:size]
        missing = size - len(pieces[0])
        while missing:
            piece = self._read_some(min(missing, RECORD))
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)

    def _read_some(self, most: int) -> bytes:
        piece = self._read(most)
        if not piece:
            raise ConnectionResetError("the peer closed the connection")
        return piece

    def receive_line(self, most: int) -> bytes:
        """Return the bytes before the next newline. Raises ConnectionError without one.

        A peer that is not known yet sends it: all of it has the time of one read.
        """
        left, end = self._left, monotonic() + self._seconds
        while (at := left.find(b"\n")) < 0:
            if monotonic() > end:
                raise TimeoutError("the peer did not answer in time")
            piece = self._read(RECORD) if len(left) <= most else b""
            if not piece:
                raise ConnectionResetError("the peer closed the connection")
            left += piece
        if at > most:
            raise ConnectionResetError("the peer sent a line that is too long")
        found = bytes(left[:at])
        del left[: at + 1]
        return found

    def limit(self, seconds: float) -> None:
        """Set the time that a read or a write may take."""
        limit_socket(self._channel, seconds)
        self._seconds = seconds

    def interrupt(self) -> None:
        """End the connection while another thread reads or writes."""
        shut(self._channel)

    def close(self) -> None:
        """Close the connection, with a message to a peer that still listens."""
        with suppress(OSError):
            # One that takes nothing more has been waited for already.
            limit_socket(self._channel, _GOODBYE_SECONDS)
            self._say_goodbye()
        self._channel.close()


def connect_socket(
    host: str, port: str, seconds: float, *, only_ipv4: bool = False, source: str = ""
) -> _socket.socket:
    """Connect to the first address of a host that answers; raises the OSError of the last."""
    failure: OSError | None = None
    wanted = _socket.AF_INET if only_ipv4 else _socket.AF_UNSPEC
    # As bytes, a name needs no import of the tables for international names.
    name = host.encode() if host.isascii() else host
    for family, kind, protocol, _, address in _socket.getaddrinfo(
        name, port, wanted, _socket.SOCK_STREAM
    ):
        channel = _socket.socket(family, kind, protocol)
        try:
            if source:
                channel.bind((source, 0))
            channel.settimeout(min(seconds, _MOST_SECONDS))
            channel.connect(address)
        except OSError as error:
            channel.close()
            failure = error
            continue
        channel.settimeout(None)
        channel.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
        limit_socket(channel, seconds)
        return channel
    raise failure or OSError(-2, "Name or service not known")


def limit_socket(channel: _socket.socket, seconds: float) -> None:
    """Set the time that a read or a write may take."""
    seconds = min(seconds, _MOST_SECONDS)
    span = _SPAN.pack(int(seconds), int(seconds % 1 * 1_000_000))
    for option in (_socket.SO_RCVTIMEO, _socket.SO_SNDTIMEO):
        channel.setsockopt(_socket.SOL_SOCKET, option, span)


def limit_of_socket(channel: _socket.socket) -> float:
    """Return the time that a read may take."""
    found = channel.getsockopt(_socket.SOL_SOCKET, _socket.SO_RCVTIMEO, _SPAN.size)
    seconds, micros = _SPAN.unpack(found)
    return float(seconds + micros / 1_000_000) or FOREVER


def first_bytes(channel: _socket.socket) -> bytes:
    """Return the first bytes that a client sent, up to 14, and leave them to be read."""
    try:
        return channel.recv(14, _socket.MSG_PEEK)
    except BlockingIOError:
        raise TimeoutError("the peer did not say anything") from None


def shut(channel: _socket.socket) -> None:
    """End a connection that another thread waits for."""
    with suppress(OSError):
        channel.shutdown(_socket.SHUT_RDWR)


def address_of_peer(channel: _socket.socket) -> str:
    """Return the address of the other side; an IPv4 address is never written as IPv6."""
    try:
        found = str(channel.getpeername()[0])
    except OSError:
        return ""  # it has gone
    return found.removeprefix("::ffff:")
