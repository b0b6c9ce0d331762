"""TLS between hosts that know each other by their RSA keys alone.

Both sides show a certificate that they make at each start, and nobody looks at anything in it but
its key. So no authority is asked here: the caller compares the key of the peer. Python's own module
for TLS has no way to ask a client for such a certificate; pyOpenSSL has.

A socket stays in blocking mode and has the time limits of the kernel: one that passes is a
TimeoutError. All other errors are ConnectionErrors, with a reason.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from time import monotonic

from OpenSSL import SSL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPublicKey

_VERSIONS = {
    "1": SSL.TLS1_1_VERSION,
    "1.0": SSL.TLS1_1_VERSION,
    "1.1": SSL.TLS1_1_VERSION,
    "1.2": SSL.TLS1_2_VERSION,
    "1.3": SSL.TLS1_3_VERSION,
}
_YEARS = 10
_SPAN = struct.Struct("@ll")
_FOREVER = float("inf")
_ROUNDING = 0.05  # seconds, of the kernel's clock
# The largest record; the library clears so much memory for each read.
_PIECE = 1 << 14


class TlsSettings:
    """The key of this host, the lowest version of TLS, and the ciphers; None for the defaults."""

    __slots__ = ("ciphers", "key", "lowest")

    def __init__(
        self, key: RSAPrivateKey, lowest: str | None = None, ciphers: str | None = None
    ) -> None:
        self.key = key
        self.lowest = lowest
        self.ciphers = ciphers


class Endpoint:
    """One side of connections: its certificate and its settings. Raises ValueError for bad ones."""

    __slots__ = ("_context", "_is_server")

    def __init__(self, settings: TlsSettings, *, is_server: bool) -> None:
        self._is_server = is_server
        context = self._context = SSL.Context(SSL.TLS_METHOD)
        context.set_min_proto_version(_VERSIONS.get(settings.lowest or "", SSL.TLS1_1_VERSION))
        context.set_options(SSL.OP_NO_TICKET)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, lambda *_: True)
        if settings.ciphers is not None:
            _set_ciphers(context, settings.ciphers)
        try:
            context.use_certificate(_certificate(settings.key))
            context.use_privatekey(settings.key)
        except SSL.Error as error:
            raise ValueError(
                f"TLS cannot use the key of this host, of {settings.key.key_size} bits: "
                f"{_reason(error)}"
            ) from None

    def shake_hands(self, channel: socket.socket) -> Peer:
        """Begin TLS on a connected socket, which then belongs to the peer."""
        connection = SSL.Connection(self._context, channel)
        if self._is_server:
            connection.set_accept_state()
        else:
            connection.set_connect_state()
        peer = Peer(connection, channel)
        try:
            peer.begin()
        except BaseException:
            peer.close()
            raise
        return peer


class Peer:
    """The other side of a connection."""

    __slots__ = ("_channel", "_connection", "_left", "_seconds", "address")

    def __init__(self, connection: Any, channel: socket.socket) -> None:
        self._connection = connection
        self._channel = channel
        self._seconds = limit_of_socket(channel)
        # Bytes that were received and not yet asked for.
        self._left = bytearray()
        self.address = address_of_peer(channel)

    def begin(self) -> None:
        """Complete the handshake."""
        _guarded(self._seconds, self._connection.do_handshake)

    @property
    def key(self) -> RSAPublicKey:
        """Return the key of the peer. Raises ValueError if it is no RSA key."""
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

        certificate = self._connection.get_peer_certificate(as_cryptography=False)
        found = None
        if certificate is not None:
            with suppress(Exception):  # whatever the library says about a key it cannot read
                found = certificate.get_pubkey().to_cryptography_key()
        if not isinstance(found, RSAPublicKey):
            raise ValueError("the peer has no RSA key")
        return found

    @property
    def cipher(self) -> str:
        """Return the version of TLS and the cipher, for the log."""
        connection = self._connection
        return f"{connection.get_protocol_version_name()} {connection.get_cipher_name()}"

    def send(self, data: bytes | memoryview) -> None:
        """Send bytes; those of a small message travel in one record."""
        left = memoryview(data)
        while left:
            # A record at a time: a call that is interrupted begins again with this one only.
            sent: int = _guarded(self._seconds, self._connection.send, left[:_PIECE])
            left = left[sent:]

    def receive(self, most: int) -> bytes:
        """Return the next bytes; none at the end of the connection."""
        left = self._left
        if not left:
            return self._read(most)
        found = bytes(left[:most])
        del left[:most]
        return found

    def receive_exactly(self, size: int) -> bytes:
        """Return so many bytes. Raises ConnectionError if the connection ends before."""
        left = self._left
        if size > _PIECE:
            return self._receive_long(size)
        while len(left) < size:
            left += self._read_some(_PIECE)
        found = bytes(left[:size])
        del left[:size]
        return found

    def _receive_long(self, size: int) -> bytes:
        """Return many bytes, which are copied as rarely as possible."""
        pieces = [bytes(self._left[:size])]
        del self._left[:size]
        missing = size - len(pieces[0])
        while missing:
            piece = self._read_some(min(missing, _PIECE))
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)

    def _read_some(self, most: int) -> bytes:
        piece = self._read(most)
        if not piece:
            raise ConnectionResetError("the peer closed the connection")
        return piece

    def receive_line(self, most: int) -> bytes:
        """Return the bytes before the next newline. Raises ConnectionError without one."""
        left = self._left
        while (at := left.find(b"\n")) < 0:
            piece = self._read(_PIECE) if len(left) <= most else b""
            if not piece:
                raise ConnectionResetError("the peer closed the connection")
            left += piece
        if at > most:
            raise ConnectionResetError("the peer sent a line that is too long")
        found = bytes(left[:at])
        del left[: at + 1]
        return found

    def _read(self, most: int) -> bytes:
        try:
            found: bytes = _guarded(self._seconds, self._connection.recv, min(most, _PIECE))
        except ConnectionAbortedError:
            return b""
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
        with suppress(SSL.Error, OSError):
            self._connection.shutdown()
        self._channel.close()


def connect_socket(
    host: str, port: str, seconds: float, *, only_ipv4: bool = False, source: str = ""
) -> socket.socket:
    """Connect to the first address of a host that answers; raises the OSError of the last."""
    failure: OSError | None = None
    wanted = socket.AF_INET if only_ipv4 else socket.AF_UNSPEC
    for family, kind, protocol, _, address in socket.getaddrinfo(
        host, port, wanted, socket.SOCK_STREAM
    ):
        channel = socket.socket(family, kind, protocol)
        try:
            if source:
                channel.bind((source, 0))
            channel.settimeout(seconds)
            channel.connect(address)
        except OSError as error:
            channel.close()
            failure = error
            continue
        channel.settimeout(None)
        channel.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        limit_socket(channel, seconds)
        return channel
    raise failure or OSError(-2, "Name or service not known")


def limit_socket(channel: socket.socket, seconds: float) -> None:
    """Set the time that a read or a write may take."""
    span = _SPAN.pack(int(seconds), int(seconds % 1 * 1_000_000))
    for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        channel.setsockopt(socket.SOL_SOCKET, option, span)


def limit_of_socket(channel: socket.socket) -> float:
    """Return the time that a read may take."""
    found = channel.getsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _SPAN.size)
    seconds, micros = _SPAN.unpack(found)
    return float(seconds + micros / 1_000_000) or _FOREVER


def first_bytes(channel: socket.socket) -> bytes:
    """Return the first bytes that a client sent, up to 14, and leave them to be read."""
    try:
        return channel.recv(14, socket.MSG_PEEK)
    except BlockingIOError:
        raise TimeoutError("the peer did not say anything") from None


def shut(channel: socket.socket) -> None:
    """End a connection that another thread waits for."""
    with suppress(OSError):
        channel.shutdown(socket.SHUT_RDWR)


def address_of_peer(channel: socket.socket) -> str:
    """Return the address of the other side; an IPv4 address is never written as IPv6."""
    try:
        found = str(channel.getpeername()[0])
    except OSError:
        return ""  # it has gone
    return found.removeprefix("::ffff:")


def _guarded(seconds: float, call: Any, *arguments: Any) -> Any:
    """Call a function of the library, and give its errors their usual names."""
    began = monotonic()
    try:
        while True:
            try:
                return call(*arguments)
            except (SSL.WantReadError, SSL.WantWriteError):
                # A signal ends a system call as well; the time is up only if it is.
                if monotonic() - began >= seconds - _ROUNDING:
                    raise TimeoutError("the peer did not answer in time") from None
    except SSL.ZeroReturnError:
        raise ConnectionAbortedError("the peer closed the connection") from None
    except SSL.SysCallError as error:
        raise ConnectionAbortedError(str(error.args[-1])) from None
    except SSL.Error as error:
        raise ConnectionError(_reason(error)) from None


def _reason(error: Exception) -> str:
    """Return what the library says about an error of TLS."""
    queue = error.args[0] if error.args else ()
    reasons = [each[-1] for each in queue if each] if isinstance(queue, list) else []
    return ", ".join(reasons) or "the TLS connection failed"


def _set_ciphers(context: Any, text: str) -> None:
    """Set the ciphers of TLS 1.2 and the suites of TLS 1.3, which a list may mix."""
    words = text.split(":")
    suites = [each for each in words if each.startswith("TLS_")]
    ciphers = [each for each in words if each and not each.startswith("TLS_")]
    try:
        if ciphers:
            context.set_cipher_list(":".join(ciphers).encode())
        if suites:
            context.set_tls13_ciphersuites(":".join(suites).encode())
        else:
            # Else the defaults would allow more than the list.
            context.set_max_proto_version(SSL.TLS1_2_VERSION)
    except SSL.Error:
        raise ValueError(f"No valid ciphers in the cipher list: {text}") from None


def _certificate(key: RSAPrivateKey) -> Any:
    """Make a certificate for a key; nothing else in it has a meaning."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives.hashes import SHA384

    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a")])
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365 * _YEARS))
        .public_key(key.public_key())
        .sign(key, SHA384())
    )
