"""TLS to a server that is known by its RSA key alone, for a host that shows its own key.

Nobody looks at anything in the certificates but their keys, so no authority is asked here: the
caller compares the key of the server. `tls_peers.py` is the side of the server.

1. Bytes go through memory: one call of the kernel receives all records that wait, where a socket of
   the library needs two calls for each.
2. The module `_ssl` is used itself: its wrapper `ssl` takes as long to import as half a run that
   copies nothing, for names that nothing here needs.
"""

from __future__ import annotations

import _ssl
from contextlib import suppress
from os import close, memfd_create, write
from time import monotonic
from warnings import catch_warnings, simplefilter

from duckrow.machine.tls_stream import RECORD, TLS_1_1, TLS_1_2, VERSIONS, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _socket
    from typing import Any

_AT_ONCE = 1 << 16  # bytes that one call of the kernel may receive


class ClientEndpoint:
    """The client's side of connections: its settings, and the certificate that it shows."""

    __slots__ = ("_context",)

    def __init__(self, lowest: str | None = None, ciphers: str | None = None) -> None:
        """Make a client; raises ValueError for ciphers that the library does not have.

        Suites of TLS 1.3 cannot be chosen: see `names_suites`.
        """
        context: Any = _ssl._SSLContext(_ssl.PROTOCOL_TLS_CLIENT)
        self._context = context
        context.check_hostname = False
        context.verify_mode = _ssl.CERT_NONE
        context.options |= _ssl.OP_NO_TICKET | _ssl.OP_NO_RENEGOTIATION
        with catch_warnings():
            simplefilter("ignore")  # old servers have nothing newer than TLS 1.1
            context.minimum_version = VERSIONS.get(lowest or "", TLS_1_1)
        try:
            # Python leaves out what servers of the reference have with TLS 1.2.
            context.set_ciphers(ciphers or "DEFAULT")
        except _ssl.SSLError:
            raise ValueError(f"No valid ciphers in the cipher list: {ciphers}") from None
        if ciphers is not None:
            # Else the defaults of TLS 1.3 would allow more than the list.
            context.maximum_version = TLS_1_2

    def show(self, certificate: str, key: str, passphrase: bytes) -> bool:
        """Show the certificate of a PEM file; return False if it is not there or not of the key."""
        try:
            self._context.load_cert_chain(certificate, key, passphrase)
        except (OSError, ValueError):
            return False
        return True

    def show_content(self, certificate: bytes, key: str, passphrase: bytes) -> None:
        """Show a certificate that no file has. Raises ValueError if TLS cannot use it."""
        try:
            number = memfd_create("certificate")
        except OSError as error:  # some hosts do not allow it
            raise ValueError(f"memfd_create: {_reason(error)}") from None
        try:
            write(number, certificate)
            self._context.load_cert_chain(f"/proc/self/fd/{number}", key, passphrase)
        except OSError as error:
            raise ValueError(_reason(error)) from None
        finally:
            close(number)

    def shake_hands(self, channel: _socket.socket) -> ServerPeer:
        """Begin TLS on a connected socket, which then belongs to the peer."""
        incoming, outgoing = _ssl.MemoryBIO(), _ssl.MemoryBIO()
        tls = self._context._wrap_bio(incoming, outgoing, False, None)  # the client's side
        peer = ServerPeer(tls, incoming, outgoing, channel)
        try:
            peer.begin()
        except BaseException:
            peer.close()
            raise
        return peer


def names_suites(ciphers: str | None) -> bool:
    """Return whether a list of ciphers has suites of TLS 1.3."""
    return ciphers is not None and any(each.startswith("TLS_") for each in ciphers.split(":"))


class ServerPeer(Stream):
    """The server at the other side of a connection."""

    __slots__ = ("_buffer", "_incoming", "_outgoing", "_tls", "_view")

    def __init__(
        self, tls: Any, incoming: _ssl.MemoryBIO, outgoing: _ssl.MemoryBIO, channel: _socket.socket
    ) -> None:
        super().__init__(channel)
        self._tls = tls
        self._incoming = incoming
        self._outgoing = outgoing
        self._buffer = bytearray(_AT_ONCE)
        self._view = memoryview(self._buffer)

    def begin(self) -> None:
        """Complete the handshake, within the time of one read: the server is not known yet."""
        end = monotonic() + self._seconds
        while True:
            if monotonic() > end:
                raise TimeoutError("the peer did not answer in time")
            try:
                self._tls.do_handshake()
            except _ssl.SSLWantReadError:
                self._flush()
                self._fetch()
            except _ssl.SSLEOFError:
                raise ConnectionAbortedError("the peer closed the connection") from None
            except _ssl.SSLError as error:
                with suppress(OSError):
                    self._flush()  # what is wrong, for the server
                raise ConnectionError(_reason(error)) from None
            else:
                self._flush()
                return

    @property
    def certificate(self) -> bytes:
        """Return the certificate of the server in DER; empty if it showed none."""
        found: bytes | None = self._tls.getpeercert(True)  # in binary form
        return found or b""

    @property
    def cipher(self) -> str:
        """Return the version of TLS and the cipher, for the log."""
        return f"{self._tls.version()} {self._tls.cipher()[0]}"

    def send(self, data: bytes | memoryview) -> None:
        """Send bytes; those of a small message travel in one record."""
        left = memoryview(data)
        while left:
            try:
                self._tls.write(left[:RECORD])
            except _ssl.SSLError as error:
                raise ConnectionError(_reason(error)) from None
            self._flush()
            left = left[RECORD:]

    def receive_many(self, most: int) -> bytes:
        """Return the next bytes, of all records that are there; none at the end."""
        first = self.receive(min(most, RECORD))
        if self._left:
            return first  # the rest of what was given back comes next
        pieces, size = [first], len(first)
        read = self._tls.read
        try:
            while 0 < size < most:
                piece = read(min(most - size, RECORD))
                if not piece:
                    break
                pieces.append(piece)
                size += len(piece)
        except _ssl.SSLError:
            pass  # there is nothing more now; a failure comes again
        return b"".join(pieces)

    def _read(self, most: int) -> bytes:
        read = self._tls.read
        while True:
            try:
                found: bytes = read(most)
            except _ssl.SSLWantReadError:
                if self._outgoing.pending:
                    self._flush()  # an answer to a message of TLS itself
                try:
                    self._fetch()
                except ConnectionError:
                    return b""
            except _ssl.SSLEOFError:
                return b""
            except _ssl.SSLError as error:
                raise ConnectionError(_reason(error)) from None
            else:
                return found

    def _fetch(self) -> None:
        """Wait for bytes of the server, and take what has come."""
        try:
            count = self._channel.recv_into(self._buffer)
        except BlockingIOError:
            raise TimeoutError("the peer did not answer in time") from None
        if count:
            self._incoming.write(self._view[:count])
        else:
            self._incoming.write_eof()

    def _flush(self) -> None:
        """Send what is encrypted."""
        data = self._outgoing.read()
        if not data:
            return
        try:
            self._channel.sendall(data)
        except BlockingIOError:
            raise TimeoutError("the peer did not answer in time") from None

    def _say_goodbye(self) -> None:
        with suppress(_ssl.SSLError):
            self._tls.shutdown()
        self._flush()


def _reason(error: OSError) -> str:
    """Return what the library says about an error of TLS."""
    found = getattr(error, "reason", None)
    return found.lower().replace("_", " ") if found else error.strerror or str(error)
