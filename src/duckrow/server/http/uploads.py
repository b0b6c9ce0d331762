"""Bodies that arrive in pieces and go to the disk; a client may go at any moment."""

from __future__ import annotations

import asyncio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from concurrent.futures import ThreadPoolExecutor

    from duckrow.server.http.exchange import Answer, Upload


async def receive(
    begin: Callable[[], Upload],
    pieces: AsyncIterator[bytes],
    pool: ThreadPoolExecutor | None = None,
) -> Answer:
    """Hand a body over in pieces; what has begun is discarded even if the client goes."""
    loop = asyncio.get_running_loop()
    beginning = loop.run_in_executor(pool, begin)
    try:
        upload = await asyncio.shield(beginning)
    except asyncio.CancelledError:
        beginning.add_done_callback(_discard_result)
        raise
    try:
        async for piece in pieces:
            await loop.run_in_executor(pool, upload.write, piece)
        return await loop.run_in_executor(pool, upload.finish)
    finally:
        # A thread that still writes delays this; one that begins later finds the upload closed.
        await asyncio.shield(loop.run_in_executor(None, upload.discard))


def _discard_result(beginning: asyncio.Future[Upload]) -> None:
    if not beginning.cancelled() and beginning.exception() is None:
        beginning.result().discard()  # quick: nothing was written yet
