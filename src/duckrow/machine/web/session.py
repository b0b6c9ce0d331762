"""HTTPS requests that share connections, with a certificate of our own.

session = Session(Tls(ca_file, crl_file, certificate, key))
with session.ask(Request("https://puppet:8140/puppet/v3/…")) as answer: …
session.close()

1. A connection is used again within `idle` seconds if the answer before was read to its end.
2. A connection that the server closed in the meantime is replaced once, without an error.
3. Only the host of the request sees our certificate; the target of a redirect does not.
"""

from __future__ import annotations

from errno import EPROTO
from time import monotonic

from duckrow.machine.web.local import LocalWeb, connect, exchange, pieces_of
from duckrow.machine.web.request import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from http.client import HTTPConnection, HTTPResponse
    from ssl import SSLContext
    from urllib.parse import SplitResult

    from duckrow.machine.web.request import Request

IDLE = 4.0
# How revocation is checked: of no certificate, of the server's, or of every one in its chain.
NEVER, LEAF, CHAIN = "false", "leaf", "chain"


class Tls:
    """The files that TLS needs. Without `ca_file` any server is accepted.

    `password` is that of the key, if it has one.
    """

    __slots__ = ("ca_file", "certificate", "ciphers", "crl_file", "key", "password", "revocation")

    def __init__(
        self,
        ca_file: str | None = None,
        crl_file: str | None = None,
        certificate: str | None = None,
        key: str | None = None,
        *,
        revocation: str = CHAIN,
        ciphers: str = "",
        password: bytes = b"",
    ) -> None:
        self.ca_file = ca_file
        self.crl_file = crl_file
        self.certificate = certificate
        self.key = key
        self.revocation = revocation
        self.ciphers = ciphers
        self.password = password

    def context(self, *, has_certificate: bool) -> SSLContext:
        """Return the context of a connection. Raises OSError if a file cannot be used."""
        from ssl import (
            CERT_NONE,
            PROTOCOL_TLS_CLIENT,
            VERIFY_CRL_CHECK_CHAIN,
            VERIFY_CRL_CHECK_LEAF,
            SSLContext,
            TLSVersion,
        )

        context = SSLContext(PROTOCOL_TLS_CLIENT)
        context.minimum_version = TLSVersion.TLSv1_2
        if self.ciphers:
            context.set_ciphers(self.ciphers)
        if self.ca_file is None:
            context.check_hostname = False
            context.verify_mode = CERT_NONE
        else:
            context.load_verify_locations(self.ca_file)
            if self.crl_file is not None and self.revocation != NEVER:
                context.load_verify_locations(self.crl_file)
                is_chain = self.revocation == CHAIN
                context.verify_flags |= (
                    VERIFY_CRL_CHECK_CHAIN if is_chain else VERIFY_CRL_CHECK_LEAF
                )
        if has_certificate and self.certificate is not None:
            # Without a password OpenSSL would ask at the terminal for one.
            context.load_cert_chain(self.certificate, self.key, self.password)
        return context


class Session(LocalWeb):
    """Connections that stay open, one for each host; it is used by one thread at a time."""

    __slots__ = ("_contexts", "_idle", "_open", "_read_seconds", "_source", "_tls")

    def __init__(
        self, tls: Tls, *, idle: float = IDLE, read_seconds: float = 600.0, source: str = ""
    ) -> None:
        """Make a session; the seconds of a request limit its connect, `read_seconds` each read.

        `source` is the address of this host that connections come from.
        """
        self._tls = tls
        self._source = source
        self._idle = idle
        self._read_seconds = read_seconds
        self._contexts: dict[bool, SSLContext] = {}
        # By host: a connection that waits for the next request, and since when.
        self._open: dict[tuple[str, str, bool], tuple[HTTPConnection, float]] = {}

    def send(
        self,
        request: Request,
        parts: SplitResult,
        headers: dict[str, str],
        *,
        is_first_host: bool,
    ) -> Answer:
        from http.client import HTTPException, RemoteDisconnected

        context = self._context(is_first_host) if parts.scheme == "https" else None
        key = (parts.netloc, request.proxy or "", is_first_host)
        fresh, target = connect(request, parts, context, self._source)
        waiting = self._take(key)
        if waiting is not None:
            try:
                return _Kept(exchange(waiting, request, target, headers), waiting, self, key)
            except (RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                waiting.close()  # the server closed it between two requests
            except BaseException:
                waiting.close()
                raise
        try:
            fresh.connect()
            if fresh.sock is not None:
                fresh.sock.settimeout(self._read_seconds)
            return _Kept(exchange(fresh, request, target, headers), fresh, self, key)
        except HTTPException as error:
            fresh.close()
            raise OSError(EPROTO, f"{type(error).__name__}: {error}") from None
        except OSError as error:
            if context is not None and not isinstance(error, TimeoutError):
                _raise_alert(fresh)
            fresh.close()
            raise
        except BaseException:
            fresh.close()
            raise

    def put_back(self, key: tuple[str, str, bool], connection: HTTPConnection) -> None:
        """Let a connection wait for the next request."""
        before = self._open.pop(key, None)
        if before is not None:
            before[0].close()
        self._open[key] = (connection, monotonic())

    def close(self) -> None:
        """Close all connections."""
        for connection, _ in self._open.values():
            connection.close()
        self._open.clear()

    def _take(self, key: tuple[str, str, bool]) -> HTTPConnection | None:
        connection, since = self._open.pop(key, (None, 0.0))
        if connection is not None and monotonic() - since > self._idle:
            connection.close()
            return None
        return connection

    def _context(self, has_certificate: bool) -> SSLContext:
        found = self._contexts.get(has_certificate)
        if found is None:
            found = self._tls.context(has_certificate=has_certificate)
            self._contexts[has_certificate] = found
        return found


def _raise_alert(connection: HTTPConnection) -> None:
    """Raise what the server said in TLS before it ended the connection, if anything.

    It looks at our certificate when we send already, so sending may fail before we read why.
    """
    from ssl import SSLEOFError, SSLError, SSLSocket

    try:
        if isinstance(connection.sock, SSLSocket):
            connection.sock.recv(1)
    except SSLEOFError:
        return
    except SSLError:
        connection.close()
        raise
    except OSError:
        return


class _Kept(Answer):
    """A response whose connection is used again once the content has been read."""

    __slots__ = ("_connection", "_key", "_response", "_session")

    def __init__(
        self,
        response: HTTPResponse,
        connection: HTTPConnection,
        session: Session,
        key: tuple[str, str, bool],
    ) -> None:
        headers = {name.lower(): value for name, value in response.getheaders()}
        super().__init__(response.status, response.reason, headers, pieces_of(response))
        self._response = response
        self._connection = connection
        self._session = session
        self._key = key

    def close(self) -> None:
        response = self._response
        # A short rest is read, a long one costs more than a new connection.
        if not response.isclosed() and response.length is not None and response.length < 65536:
            response.read()
        is_reusable = response.isclosed() and not response.will_close
        response.close()
        if is_reusable:
            self._session.put_back(self._key, self._connection)
        else:
            self._connection.close()
