"""A request and its response. The response is read in pieces and never held whole."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MOST_REDIRECTS = 10
SECRET = ("authorization", "cookie")  # headers that another host must not see
SECONDS = 60.0


class Request:
    """The URL to fetch, and credentials. `username` and `password` go to the first host only.

    With `redirects` below 0 a redirect is an answer like any other.
    """

    __slots__ = (
        "body",
        "headers",
        "is_insecure",
        "method",
        "password",
        "proxy",
        "redirects",
        "seconds",
        "url",
        "username",
    )

    def __init__(
        self,
        url: str,
        method: str = "GET",
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        username: str | None = None,
        password: str | None = None,
        proxy: str | None = None,
        is_insecure: bool = False,
        redirects: int = MOST_REDIRECTS,
        seconds: float = SECONDS,
    ) -> None:
        self.url = url
        self.method = method
        self.headers = dict(headers or {})
        self.body = body
        self.username = username
        self.password = password
        self.proxy = proxy
        self.is_insecure = is_insecure
        self.redirects = redirects
        self.seconds = seconds


class Answer:
    """A response. Names of headers are in lower case. Use it with `with`, so that it is closed."""

    __slots__ = ("_pieces", "headers", "reason", "status")

    def __init__(
        self, status: int, reason: str, headers: dict[str, str], pieces: Iterable[bytes] = ()
    ) -> None:
        self.status = status
        self.reason = reason
        self.headers = headers
        self._pieces = pieces

    def __enter__(self) -> Answer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_success(self) -> bool:
        """Return whether the status means success."""
        return 200 <= self.status < 300

    def pieces(self) -> Iterator[bytes]:
        """Return the content in pieces, once."""
        yield from self._pieces

    def read(self, limit: int) -> bytes:
        """Return the beginning of the content."""
        found = bytearray()
        for piece in self._pieces:
            found += piece
            if len(found) >= limit:
                break
        return bytes(found[:limit])

    def close(self) -> None:
        """Close the connection."""


class Web:
    """The interface."""

    __slots__ = ()

    def ask(self, request: Request) -> Answer:
        """Send a request and follow redirects. Raises OSError if the host cannot be reached."""
        raise NotImplementedError


class MemoryWeb(Web):
    """Responses by URL, for tests."""

    __slots__ = ("asked", "contents", "headers")

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}
        self.headers: dict[str, dict[str, str]] = {}
        self.asked: list[Request] = []

    def ask(self, request: Request) -> Answer:
        self.asked.append(request)
        content = self.contents.get(request.url)
        if content is None:
            return Answer(404, "Not Found", {})
        pieces = () if request.method == "HEAD" else (content,)
        return Answer(200, "OK", self.headers.get(request.url, {}), pieces)
