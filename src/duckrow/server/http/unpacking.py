"""Bodies that are gzip: what they unpack to counts for the memory of all bodies, too."""

from __future__ import annotations

import asyncio
import zlib

from duckrow.server.http.exchange import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.limits import Bodies

GZIP = "gzip"
_HEADER = 31  # how zlib is told that the header is gzip's
_PIECE = 1 << 20


async def unpacked(body: bytes, bodies: Bodies, limit: int) -> bytes:
    """Return what a body unpacks to, in a thread; it counts in the place of the body.

    Raises Refusal for what is not gzip, and for more bytes than a limit or the memory allows;
    then nothing counts any more.
    """
    # A body that alone needs all the memory never fits: its sender must not try again.
    limit = min(limit, bodies.most // 2)
    unpacker = zlib.decompressobj(_HEADER)
    pieces: list[bytes] = []
    held, size, rest = len(body), 0, body
    try:
        while not unpacker.eof:
            piece = await asyncio.to_thread(unpacker.decompress, rest, _PIECE)
            rest = unpacker.unconsumed_tail
            if not piece and not rest and not unpacker.eof:
                raise Refusal(400, "the body is not gzip: it ends too early", None)
            size += len(piece)
            if size > limit:
                raise Refusal(413, f"the body of a request unpacks to at most {limit} bytes", None)
            bodies.take(len(piece))
            held += len(piece)
            pieces.append(piece)
    except BaseException as error:
        bodies.give_back(held)
        if isinstance(error, zlib.error):
            raise Refusal(400, f"the body is not gzip: {error}", None) from None
        raise
    bodies.give_back(len(body))
    return b"".join(pieces)
