"""A request and its answer, without the framework that carries them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol

    class Pieces(Protocol):
        """A body that goes to the client in pieces. Its methods may block."""

        def next(self) -> bytes:
            """Return the next piece; empty at the end. An error cuts the connection."""

        def stop(self) -> None:
            """Let a `next` that runs in another thread end soon: the client has gone."""

        def close(self) -> None:
            """Free what the pieces come from; no `next` runs."""


JSON = "application/json; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"


class Client:
    """Who asks: the name, the serial number and the extensions of a verified certificate.

    `begin` and `end` are the seconds between which it is valid, and its issuers are. `issuers` are
    the certificates above it, as DER.
    """

    __slots__ = ("begin", "der", "end", "extensions", "issuers", "name", "serial")

    def __init__(
        self,
        name: str,
        serial: int,
        extensions: Mapping[str, str],
        der: bytes,
        begin: float = 0.0,
        end: float = float("inf"),
        issuers: tuple[bytes, ...] = (),
    ) -> None:
        self.name = name
        self.serial = serial
        self.extensions = extensions  # by short name, such as pp_role, or by their number
        self.der = der
        self.begin = begin
        self.end = end
        self.issuers = issuers


class Request:
    """A request. Its path is decoded and plain, for rules and routes alike.

    `query` has the fields of the URL, or of a form in the body. `client` is None without a
    certificate. `address` is the address that the request came from; if it `is_passed_on`, a proxy
    has that address, and the client is somewhere else. An endpoint may say in
    `when_gone` what ends its work, which another thread calls when the client goes.
    """

    __slots__ = (
        "address",
        "body",
        "client",
        "headers",
        "is_passed_on",
        "method",
        "path",
        "query",
        "when_gone",
    )

    def __init__(
        self,
        method: str,
        path: str,
        query: Mapping[str, list[str]] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        client: Client | None = None,
        address: str = "",
        is_passed_on: bool = False,
    ) -> None:
        self.method = method
        self.path = path
        self.query = query or {}
        self.headers = headers or {}  # names in lower case
        self.body = body
        self.client = client
        self.address = address
        self.is_passed_on = is_passed_on
        self.when_gone: Callable[[], None] | None = None

    def field(self, name: str, default: str = "") -> str:
        """Return the last value of a field."""
        values = self.query.get(name)
        return values[-1] if values else default

    def flag(self, name: str) -> bool:
        """Return whether a field is true."""
        return self.field(name) == "true"


class Answer:
    """An answer: a status, and a body that is bytes, the path of a file, or comes in pieces.

    Sending pieces has a limit of time, since they may hold a snapshot of the database, unless it
    `may_take_hours`.
    """

    __slots__ = ("body", "content_type", "file", "headers", "may_take_hours", "pieces", "status")

    def __init__(
        self,
        body: bytes = b"",
        content_type: str = TEXT,
        status: int = 200,
        *,
        file: str | None = None,
        pieces: Pieces | None = None,
        may_take_hours: bool = False,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.body = body
        self.pieces = pieces
        self.may_take_hours = may_take_hours
        self.content_type = content_type
        self.status = status
        self.file = file
        self.headers = headers or {}


class Upload:
    """A body that an endpoint takes in pieces: it is never in memory as a whole.

    Its methods may block, and raise a Refusal. `discard` is called at the end in any case.
    """

    def write(self, piece: bytes) -> None:
        """Take the next piece."""
        raise NotImplementedError

    def finish(self) -> Answer:
        """Answer when the last piece has come."""
        raise NotImplementedError

    def discard(self) -> None:
        """Remove what is not finished."""


class Refusal(Exception):  # noqa: N818  (an answer, not an error of ours)
    """A request that is answered with an error.

    `kind` makes the body JSON with an issue_kind, as the endpoints of Puppet have it; without one
    it is plain text, as those of the CA have it.
    """

    def __init__(self, status: int, message: str, kind: str | None = "RUNTIME_ERROR") -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.kind = kind

    def answer(self) -> Answer:
        """Return the answer."""
        if self.kind is None:
            return Answer(self.message.encode("utf-8", "replace"), TEXT, self.status)
        from duckrow.puppet.storeconfigs.wire import to_json

        data = {"message": self.message, "issue_kind": self.kind}
        return Answer(to_json(data), JSON, self.status)
