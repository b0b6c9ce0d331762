"""Bodies that leave in pieces, as fast as the client takes them; a client may go at any moment."""

from __future__ import annotations

import asyncio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
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
    seconds: float,
) -> None:
    """Begin, give all pieces to `write`, and close them in any case. Raises what `next` raises.

    A client that takes them too slowly is a TimeoutError: it holds a snapshot of the database.
    """
    job: Future[bytes] | None = None
    try:
        async with asyncio.timeout(seconds):
            await begin()
            while True:
                job = pool.submit(pieces.next)
                piece = await asyncio.wrap_future(job)
                if not piece:
                    return
                await write(piece)
    finally:
        loop = asyncio.get_running_loop()
        if job is None or job.done():
            await asyncio.shield(loop.run_in_executor(None, pieces.close))
        else:
            job.add_done_callback(lambda _: pieces.close())
            await asyncio.shield(loop.run_in_executor(None, pieces.stop))
