"""HTTP requests of this host, each on a connection of its own; `session.py` keeps connections open.

1. Only http and https are used, also after a redirect.
2. Certificates are checked with the host's store, unless the request says otherwise.
3. A redirect to another host, or away from https, carries neither user, password nor cookie.
4. A response that ends before its length is an error, never a short content.
"""

from __future__ import annotations

from errno import ECONNABORTED, EINVAL, EPROTO

from duckrow.machine.web.request import SECRET, Answer, Request, Web

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPConnection, HTTPResponse
    from ssl import SSLContext
    from urllib.parse import SplitResult

PIECE = 256 * 1024
REDIRECTS = (301, 302, 303, 307, 308)


class LocalWeb(Web):
    """Opens a connection for each request."""

    __slots__ = ()

    def ask(self, request: Request) -> Answer:
        from urllib.parse import urljoin, urlsplit

        url = request.url
        headers = {name.lower(): value for name, value in request.headers.items()}
        first = urlsplit(url)
        _authorize(headers, first, request)
        left = request.redirects
        while True:
            parts = urlsplit(url)
            is_first = (parts.scheme, parts.netloc) == (first.scheme, first.netloc)
            answer = self.send(request, parts, headers, is_first_host=is_first)
            where = answer.headers.get("location")
            if answer.status not in REDIRECTS or where is None or request.redirects < 0:
                return answer
            answer.close()
            left -= 1
            if left < 0:
                raise OSError(EPROTO, f"Redirect limit exceeded, last url: {_shown(parts)}")
            url = urljoin(url, where)
            target = urlsplit(url)
            if (target.scheme, target.netloc) != (parts.scheme, parts.netloc):
                for name in SECRET:
                    headers.pop(name, None)

    def send(
        self,
        request: Request,
        parts: SplitResult,
        headers: dict[str, str],
        *,
        is_first_host: bool,  # noqa: ARG002  (a session shows others no certificate)
    ) -> Answer:
        """Send a request to one host, and return its answer even if that is a redirect."""
        from http.client import HTTPException

        connection, target = connect(
            request, parts, _context(request) if parts.scheme == "https" else None
        )
        try:
            return _Open(exchange(connection, request, target, headers), connection)
        except HTTPException as error:
            connection.close()
            raise OSError(EPROTO, f"{type(error).__name__}: {error}") from None
        except BaseException:
            connection.close()
            raise


class _Open(Answer):
    """A response whose connection is still open."""

    __slots__ = ("_connection", "_response")

    def __init__(self, response: HTTPResponse, connection: HTTPConnection) -> None:
        headers = {name.lower(): value for name, value in response.getheaders()}
        super().__init__(response.status, response.reason, headers, pieces_of(response))
        self._connection = connection
        self._response = response

    def close(self) -> None:
        self._response.close()  # has the socket to itself once the server has ended its side
        self._connection.close()


def pieces_of(response: HTTPResponse) -> Iterator[bytes]:
    """Return the content of a response in pieces; OSError if it ends too early."""
    from http.client import HTTPException

    expected = response.length
    count = 0
    try:
        while piece := response.read(PIECE):
            count += len(piece)
            yield piece
    except HTTPException as error:
        raise OSError(ECONNABORTED, f"The answer ended too early: {error!r}") from None
    if expected is not None and count < expected:
        raise OSError(ECONNABORTED, f"The answer ended too early: {count} of {expected} bytes")


def exchange(
    connection: HTTPConnection, request: Request, target: str, headers: dict[str, str]
) -> HTTPResponse:
    """Send a request on a connection and return the response; its content is not read."""
    # http.client has only Latin-1 for text.
    sent = {name: text.encode("utf-8", "surrogateescape") for name, text in headers.items()}
    try:
        connection.request(request.method, target, request.body, headers={"accept": b"*/*", **sent})
        return connection.getresponse()
    except ValueError as error:
        # The name of a header or of the host has characters that are not allowed there.
        raise OSError(EINVAL, f"The request cannot be sent: {error}") from None


def connect(
    request: Request, parts: SplitResult, context: SSLContext | None, source: str = ""
) -> tuple[HTTPConnection, str]:
    """Return a connection that is not open yet, and the path to request on it.

    It comes from the address `source` of this host, if there is one.
    """
    from http.client import HTTPConnection, HTTPSConnection
    from urllib.parse import quote, urlsplit

    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise OSError(EINVAL, f"Cannot fetch from '{_shown(parts)}'")
    try:
        port = parts.port
    except ValueError as error:
        raise OSError(EINVAL, str(error)) from None
    # URLs may have characters that need percent-encoding; existing encoding stays.
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    target = f"{path}?{quote(parts.query, safe='/%:@!$&()*+,;=~-._?')}" if parts.query else path
    host, at = parts.hostname, port
    proxy = (
        urlsplit(request.proxy if "://" in request.proxy else f"http://{request.proxy}")
        if (request.proxy)
        else None
    )
    if proxy is not None and proxy.hostname:
        host, at = proxy.hostname, proxy.port or 8080
    own = (source, 0) if source else None
    if parts.scheme == "https":
        connection: HTTPConnection = HTTPSConnection(
            host, at, timeout=request.seconds, context=context, source_address=own
        )
        if proxy is not None:
            connection.set_tunnel(parts.hostname, port or 443, _proxy_headers(proxy))
    else:
        connection = HTTPConnection(host, at, timeout=request.seconds, source_address=own)
        if proxy is not None:
            where = parts.hostname if port is None else f"{parts.hostname}:{port}"
            target = f"http://{where}{target}"
    return connection, target


def _proxy_headers(proxy: SplitResult) -> dict[str, str]:
    """Return the headers with the user and the password of a proxy."""
    headers: dict[str, str] = {}
    if proxy.username is not None:
        headers["Proxy-Authorization"] = _basic(proxy.username, proxy.password)
    return headers


def _context(request: Request) -> SSLContext:
    from ssl import CERT_NONE, create_default_context

    context = create_default_context()
    if request.is_insecure:
        context.check_hostname = False
        context.verify_mode = CERT_NONE
    return context


def _authorize(headers: dict[str, str], parts: SplitResult, request: Request) -> None:
    if request.username is not None:
        headers["authorization"] = _basic(request.username, request.password, is_quoted=False)
    elif parts.username is not None:
        headers["authorization"] = _basic(parts.username, parts.password)


def _basic(name: str, password: str | None, *, is_quoted: bool = True) -> str:
    """Return a user and a password as a header; those of a URL are percent-encoded."""
    from base64 import b64encode
    from urllib.parse import unquote

    pair = f"{name}:{password or ''}"
    return f"Basic {b64encode((unquote(pair) if is_quoted else pair).encode()).decode()}"


def _shown(parts: SplitResult) -> str:
    """Return a URL without its password."""
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
