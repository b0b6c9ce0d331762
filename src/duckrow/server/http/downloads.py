"""Bodies that leave in pieces, as fast as the client takes them; a client may go at any moment."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from time import monotonic

from duckrow.server.settings import BODY_SECONDS, LEAST_RATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from concurrent.futures import Future, ThreadPoolExecutor

    from duckrow.server.http.exchange import Answer, Pieces, Request


async def ask_in_thread(
    pool: ThreadPoolExecutor, ask: Callable[[], Answer], request: Request
) -> Answer:
    """Return what an endpoint answers in a thread; its work ends early if the client goes."""
    job = pool.submit(ask)
    try:
        return await asyncio.wrap_future(job)
    except asyncio.CancelledError:
        job.add_done_callback(_close_unsent)
        if request.when_gone is not None:
            asyncio.get_running_loop().run_in_executor(None, request.when_gone)
        raise


class _Pace:
    """How fast a client takes an answer; the time in which the server reads does not count."""

    __slots__ = ("_seconds", "_size")

    def __init__(self) -> None:
        self._seconds = 0.0
        self._size = 0

    @asynccontextmanager
    async def of(self, piece: bytes) -> AsyncIterator[None]:
        """Watch one piece leave. Raises TimeoutError for no progress, and for a low rate."""
        began = monotonic()
        async with asyncio.timeout(BODY_SECONDS):
            yield
        self._seconds += monotonic() - began
        self._size += len(piece)
        if self._seconds > BODY_SECONDS and self._size < LEAST_RATE * self._seconds:
            raise TimeoutError(f"the client takes less than {LEAST_RATE} bytes a second")


def _close_unsent(job: Future[Answer]) -> None:
    if not job.cancelled() and job.exception() is None:
        pieces = job.result().pieces
        if pieces is not None:
            pieces.close()


async def send_pieces(
    pieces: Pieces,
    begin: Callable[[], Awaitable[object]],
    write: Callable[[bytes], Awaitable[None]],
    pool: ThreadPoolExecutor,
    seconds: float | None,
) -> None:
    """Begin, give all pieces to `write`, and close them in any case. Raises what `next` raises.

    A client that takes them too slowly is a TimeoutError.
    """
    job: Future[bytes] | None = None
    pace = _Pace()
    try:
        async with asyncio.timeout(seconds):
            await begin()
            while True:
                job = pool.submit(pieces.next)
                piece = await asyncio.wrap_future(job)
                if not piece:
                    return
                async with pace.of(piece):
                    await write(piece)
    finally:
        loop = asyncio.get_running_loop()
        if job is None or job.done():
            await asyncio.shield(loop.run_in_executor(None, pieces.close))
        else:
            job.add_done_callback(lambda _: pieces.close())
            await asyncio.shield(loop.run_in_executor(None, pieces.stop))
