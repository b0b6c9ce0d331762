"""The TLS handshake of each connection, and a line in the log for one that fails.

`create_server` with a context would do the handshake itself, and say nothing about failures.
"""

from __future__ import annotations

import asyncio

from duckrow.machine.tls import UntrustedError
from duckrow.server.http.limits import address_of, host_of
from duckrow.server.settings import HANDSHAKE_SECONDS, SHUTDOWN_SECONDS
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.tls import Context
    from duckrow.server.http.limits import WatchedServer
    from duckrow.server.log import Log


class Handshakes:
    """Makes the protocol of each new connection, which speaks TLS first."""

    __slots__ = ("context", "log", "server", "tasks")

    def __init__(self, server: WatchedServer, context: Callable[[], Context], log: Log) -> None:
        self.server = server  # makes the protocol above TLS
        self.context = context
        self.log = log
        self.tasks: set[asyncio.Task[None]] = set()  # the loop itself forgets them

    def __call__(self) -> Handshake:
        return Handshake(self)


class Handshake(asyncio.Protocol):
    """A connection that is new. It counts from now on: silence holds a place, too."""

    __slots__ = ("_handshakes",)

    def __init__(self, handshakes: Handshakes) -> None:
        self._handshakes = handshakes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        handshakes, address = self._handshakes, address_of(transport)
        if not handshakes.server.take(address, host_of(transport)):
            transport.abort()
            return
        transport.pause_reading()
        task = asyncio.get_running_loop().create_task(self._greet(transport, address))
        handshakes.tasks.add(task)
        task.add_done_callback(handshakes.tasks.discard)

    async def _greet(self, transport: asyncio.Transport, address: str) -> None:
        server = self._handshakes.server
        early = _Early()
        secure = await self._shake_hands(transport, early)
        if secure is None:
            server.give_back(address)
            return
        connection = server()
        connection.address = address
        early.hand_over(secure, connection)

    async def _shake_hands(
        self, transport: asyncio.Transport, early: _Early
    ) -> asyncio.Transport | None:
        """Return the transport above TLS; None, and a line in the log, if there is no TLS."""
        log = self._handshakes.log
        host = host_of(transport)
        try:
            return await asyncio.get_running_loop().start_tls(
                transport,
                early,
                self._handshakes.context(),
                server_side=True,
                ssl_handshake_timeout=HANDSHAKE_SECONDS,
                ssl_shutdown_timeout=SHUTDOWN_SECONDS,
            )
        except UntrustedError as error:
            why = error.verify_message
            log("err", f"{host} has a certificate that is not trusted: {why}")
        except OSError as error:  # a client that has gone, or speaks no TLS
            log("info", f"no TLS handshake with {host}: {reason(error)}")
        return None


class _Early(asyncio.Protocol):
    """Holds what arrives between the handshake and the protocol above it."""

    __slots__ = ("_has_ended", "_pieces")

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._has_ended = False

    def data_received(self, data: bytes) -> None:
        self._pieces.append(data)

    def eof_received(self) -> None:
        self._has_ended = True

    def hand_over(self, transport: asyncio.Transport, protocol: asyncio.Protocol) -> None:
        """Let another protocol go on. It hears of a connection that is lost: that comes later."""
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        for piece in self._pieces:
            protocol.data_received(piece)
        if self._has_ended:
            protocol.eof_received()
