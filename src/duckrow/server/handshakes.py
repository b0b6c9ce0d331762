"""The TLS handshake of each connection, and a line in the log for one that fails.

`create_server` with a context would do the handshake itself, and say nothing about failures.
"""

from __future__ import annotations

import asyncio

from duckrow.machine.tls import UntrustedError
from duckrow.server.settings import HANDSHAKE_SECONDS, SHUTDOWN_SECONDS
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.tls import Context
    from duckrow.server.log import Log


class Handshakes:
    """Makes the protocol of each new connection, which speaks TLS first."""

    __slots__ = ("context", "log", "make", "tasks")

    def __init__(
        self, make: Callable[[], asyncio.Protocol], context: Callable[[], Context], log: Log
    ) -> None:
        self.make = make  # the protocol above TLS
        self.context = context
        self.log = log
        self.tasks: set[asyncio.Task[None]] = set()  # the loop itself forgets them

    def __call__(self) -> Handshake:
        return Handshake(self)


class Handshake(asyncio.Protocol):
    """A connection that is new."""

    __slots__ = ("_all",)

    def __init__(self, every: Handshakes) -> None:
        self._all = every

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        task = asyncio.get_running_loop().create_task(self._greet(transport))
        self._all.tasks.add(task)
        task.add_done_callback(self._all.tasks.discard)

    async def _greet(self, transport: asyncio.Transport) -> None:
        every, early = self._all, _Early()
        address = str((transport.get_extra_info("peername") or ("",))[0])
        try:
            secure = await asyncio.get_running_loop().start_tls(
                transport,
                early,
                every.context(),
                server_side=True,
                ssl_handshake_timeout=HANDSHAKE_SECONDS,
                ssl_shutdown_timeout=SHUTDOWN_SECONDS,
            )
        except UntrustedError as error:
            why = error.verify_message
            every.log("err", f"{address} has a certificate that is not trusted: {why}")
        except OSError as error:  # a client that has gone, or speaks no TLS
            every.log("info", f"no TLS handshake with {address}: {reason(error)}")
        else:
            if secure is not None:
                early.hand_over(secure, every.make())


class _Early(asyncio.Protocol):
    """Holds what arrives between the handshake and the protocol above it."""

    __slots__ = ("_error", "_has_ended", "_is_lost", "_pieces")

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._has_ended = False
        self._is_lost = False
        self._error: Exception | None = None

    def data_received(self, data: bytes) -> None:
        self._pieces.append(data)

    def eof_received(self) -> None:
        self._has_ended = True

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_lost, self._error = True, exc

    def hand_over(self, transport: asyncio.Transport, protocol: asyncio.Protocol) -> None:
        """Let another protocol go on."""
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        for piece in self._pieces:
            protocol.data_received(piece)
        if self._has_ended:
            protocol.eof_received()
        if self._is_lost:
            protocol.connection_lost(self._error)
