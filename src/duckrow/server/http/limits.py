"""Watchdogs against clients that are slow, idle or too many.

The kernel closes connections to clients that have gone or read nothing (see `listen`); TLS has a
limit on the handshake; here are the limits on headers, bodies and the number of connections.
"""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Address

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from duckrow.server.http.exchange import Refusal
from duckrow.server.http.unpacking import GZIP, unpacked
from duckrow.server.settings import (
    BODY_SECONDS,
    HEADER_SECONDS,
    KEEP_ALIVE_SECONDS,
    LARGEST_BODY,
    LARGEST_HEADER,
    LARGEST_LINE,
    LARGEST_READ,
    LEAST_RATE,
    MOST_BODIES,
    MOST_CONNECTIONS,
    MOST_OF_ONE_ADDRESS,
    UNPACKED,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from typing import Any

    from duckrow.server.http.exchange import Client

    Handle = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class Connection(RequestHandler):
    """A connection: who is at its other end, and since when it owes us the rest of a header."""

    __slots__ = (
        "address",
        "checked",
        "client",
        "is_busy",
        "is_known",
        "is_last",
        "since",
        "watched_by",
    )

    def __init__(self, manager: WatchedServer, **options: Any) -> None:
        super().__init__(manager, loop=asyncio.get_running_loop(), **options)
        self.watched_by = manager
        self.address: str | None = None  # while the connection counts
        self.client: Client | None = None
        self.is_known = False  # whether `client` was asked for
        self.checked = 0  # the version of the certificates that the client was compared with
        self.is_busy = False
        self.is_last = False  # whether this request is the last one of the connection
        self.since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.since = self.watched_by.now()
        if self.address is None:  # else it counts since its TLS handshake
            address = address_of(transport)
            if self.watched_by.take(address, host_of(transport)):
                self.address = address
            else:
                self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        super().connection_lost(exc)
        if self.address is not None:
            self.watched_by.give_back(self.address)
            self.address = None

    def data_received(self, data: bytes) -> None:
        if not self.is_busy and not self.since:
            self.since = self.watched_by.now()
        super().data_received(data)

    def begin(self) -> None:
        """Note that a whole header has arrived."""
        self.is_busy, self.since = True, 0.0

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send the answer of a request; the connection is busy until all of it is sent."""
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            self.is_busy, self.since = False, 0.0

    def is_overdue(self, now: float) -> bool:
        """Return whether the rest of a header takes too long."""
        return not self.is_busy and bool(self.since) and now - self.since > HEADER_SECONDS


class WatchedServer(web.Server):
    """A server that closes connections of slow clients, and has a limit on their number."""

    def __init__(
        self,
        handle: Handle,
        most: int = MOST_CONNECTIONS,
        most_of_one: int = MOST_OF_ONE_ADDRESS,
        is_proxy: Callable[[str], bool] = lambda _host: False,
    ) -> None:
        super().__init__(handle, handler_cancellation=True)
        self._is_proxy = is_proxy
        self.most = most
        self.most_of_one = most_of_one
        self._count = 0  # of connections, also of those in their TLS handshake
        self._by_address: dict[str, int] = {}
        self.now = asyncio.get_running_loop().time

    def __call__(self) -> Connection:
        return Connection(
            self,
            keepalive_timeout=KEEP_ALIVE_SECONDS,
            max_line_size=LARGEST_LINE,
            max_field_size=LARGEST_HEADER,
            access_log=None,
            auto_decompress=False,  # a small body would become a huge one
        )

    def take(self, address: str, host: str = "") -> bool:
        """Count a connection of an address; False, and it does not count, if there are too many.

        A host that is a proxy has the connections of many.
        """
        count = self._by_address.get(address, 0)
        is_too_much = count >= self.most_of_one and not self._is_proxy(host)
        if self._count >= self.most or is_too_much:
            return False
        self._count += 1
        self._by_address[address] = count + 1
        return True

    def give_back(self, address: str) -> None:
        """Count a connection no more."""
        self._count -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def close_overdue(self) -> None:
        """Close the connections that owe the rest of a header for too long."""
        now = self.now()
        for each in self.connections:
            if isinstance(each, Connection) and each.is_overdue(now):
                each.force_close()


def hold_little() -> None:
    """Let asyncio hold few bytes for each connection; this counts for the whole process."""
    from asyncio.sslproto import SSLProtocol

    SSLProtocol.max_size = LARGEST_READ


def host_of(transport: asyncio.BaseTransport) -> str:
    """Return the address of the other side."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def address_of(transport: asyncio.BaseTransport) -> str:
    """Return the address that a connection counts for: one host has a whole /64 of IPv6."""
    host = host_of(transport)
    if ":" not in host:
        return host
    address = IPv6Address(host.partition("%")[0])
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return address.packed[:8].hex()


class Bodies:
    """The bytes of all bodies that are in memory at one time."""

    __slots__ = ("held", "most")

    def __init__(self, most: int = MOST_BODIES) -> None:
        self.most = most
        self.held = 0

    def take(self, count: int) -> None:
        """Count more bytes. Raises Refusal if there are too many.

        The status is not 413, after which an agent drops its report, nor 503, of which 7.x dies.
        """
        if self.held + count > self.most:
            raise Refusal(429, "the server holds too many requests; ask again later", None)
        self.held += count

    def give_back(self, count: int) -> None:
        """Count bytes no more: their request is answered."""
        self.held -= count


async def read_body(
    raw: web.BaseRequest,
    bodies: Bodies,
    limit: int = LARGEST_BODY,
    encodings: tuple[str, ...] = (),
) -> bytes:
    """Return the body of a request, unpacked. Raises Refusal if it is too large or does not come.

    The caller gives it back to `bodies` when the request is answered.
    """
    pieces: list[bytes] = []
    size = 0
    try:
        async for piece in body_pieces(raw, limit, encodings):
            bodies.take(len(piece))
            size += len(piece)
            pieces.append(piece)
    except BaseException:
        bodies.give_back(size)
        raise
    body = pieces[0] if len(pieces) == 1 else b"".join(pieces)
    if raw.headers.get("Content-Encoding", "").lower() == GZIP:
        return await unpacked(body, bodies, limit * UNPACKED)
    return body


async def body_pieces(
    raw: web.BaseRequest, limit: int, encodings: tuple[str, ...] = ()
) -> AsyncIterator[bytes]:
    """Return the body of a request in pieces, as it is encoded. Raises Refusal, as `read_body`."""
    if not raw.body_exists:
        return
    encoding = raw.headers.get("Content-Encoding", "identity")
    if encoding.lower() not in ("identity", *encodings):
        what = f"Unsupported Media Type: a body has no Content-Encoding such as {encoding[:200]}"
        raise Refusal(415, what, None)
    if (raw.content_length or 0) > limit:
        raise _too_large(limit)
    if raw.headers.get("Expect", "").lower() == "100-continue":
        await raw.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    size = 0
    now = asyncio.get_running_loop().time
    begin = now()
    content = raw.content
    while not content.at_eof():
        piece = content.read_nowait()
        if not piece:
            latest = begin + BODY_SECONDS + size / LEAST_RATE
            try:
                async with asyncio.timeout_at(min(now() + BODY_SECONDS, latest)):
                    piece = await content.readany()
            except TimeoutError:
                what = "the body of the request does not come, or too slowly"
                raise Refusal(408, what, None) from None
        size += len(piece)
        if size > limit:
            raise _too_large(limit)
        yield piece


def _too_large(limit: int) -> Refusal:
    return Refusal(413, f"the body of a request has at most {limit} bytes", None)
