"""TLS between hosts that know each other by their RSA keys alone.

Both sides show a certificate that they make at each start, and nobody looks at anything in it but
its key. So no authority is asked here: the caller compares the key of the peer. Python's own module
for TLS has no way to ask a client for such a certificate, nor to choose suites of TLS 1.3;
pyOpenSSL has. Clients that need neither use `tls_client.py`, which starts faster.
"""

from __future__ import annotations

from contextlib import suppress
from time import monotonic

from OpenSSL import SSL, crypto

from duckrow.machine.peer_certificate import make_certificate
from duckrow.machine.tls_stream import RECORD, TLS_1_1, TLS_1_2, VERSIONS, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _socket
    from typing import Any

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

_ROUNDING = 0.05  # seconds, of the kernel's clock


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
        context.set_min_proto_version(VERSIONS.get(settings.lowest or "", TLS_1_1))
        context.set_options(SSL.OP_NO_TICKET | SSL.OP_NO_RENEGOTIATION)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, lambda *_: True)
        if settings.ciphers is not None:
            _set_ciphers(context, settings.ciphers)
        try:
            context.use_certificate(make_certificate(settings.key))
            context.use_privatekey(settings.key)
        except SSL.Error as error:
            raise ValueError(
                f"TLS cannot use the key of this host, of {settings.key.key_size} bits: "
                f"{_reason(error)}"
            ) from None

    def shake_hands(self, channel: _socket.socket) -> Peer:
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


class Peer(Stream):
    """The other side of a connection."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Any, channel: _socket.socket) -> None:
        super().__init__(channel)
        self._connection = connection

    def begin(self) -> None:
        """Complete the handshake."""
        _guarded(self._seconds, self._connection.do_handshake)

    @property
    def certificate(self) -> bytes:
        """Return the certificate of the peer in DER; empty if it showed none."""
        found = self._connection.get_peer_certificate(as_cryptography=False)
        return b"" if found is None else crypto.dump_certificate(crypto.FILETYPE_ASN1, found)

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
            sent: int = _guarded(self._seconds, self._connection.send, left[:RECORD])
            left = left[sent:]

    def _read(self, most: int) -> bytes:
        try:
            # The library clears so much memory for each read.
            found: bytes = _guarded(self._seconds, self._connection.recv, min(most, RECORD))
        except ConnectionAbortedError:
            return b""
        return found

    def _say_goodbye(self) -> None:
        with suppress(SSL.Error):
            self._connection.shutdown()


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
            context.set_max_proto_version(TLS_1_2)
    except SSL.Error:
        raise ValueError(f"No valid ciphers in the cipher list: {text}") from None
