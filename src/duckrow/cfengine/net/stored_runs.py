"""The runs that a server sends: a zlib stream with a line of JSON for each run.

Limits keep a server from filling the memory of a hub: of one run, and of all runs of one request.
"""

from __future__ import annotations

import zlib
from json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Run = dict[str, object]

# Bytes of one line: some 60,000 promises. Hostile JSON takes thirty times as much as an object.
LARGEST_RUN = 16 << 20
LARGEST = 1 << 30  # bytes of all lines
_PIECE = 1 << 20


class StreamError(ConnectionError):
    """The server sent something else than runs."""


def read_runs(pieces: Iterable[bytes]) -> Iterator[tuple[int, Run]]:
    """Return when each run ended, in nanoseconds, and the run. Raises StreamError."""
    for line in _lines(pieces):
        try:
            data = loads(line)
        except (ValueError, RecursionError):
            raise StreamError("the server sent a run that is no JSON") from None
        ended, run = (data.get("ended"), data.get("run")) if isinstance(data, dict) else (0, None)
        if type(ended) is not int or not 0 < ended < 2**63 or not isinstance(run, dict):
            raise StreamError("the server sent a run without a time")
        yield ended, run


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    left, size = bytearray(), 0
    for piece in _unpacked(pieces):
        size += len(piece)
        left += piece
        if b"\n" in piece:
            *lines, left = left.split(b"\n")
            yield from map(bytes, lines)
        if len(left) > LARGEST_RUN or size > LARGEST:
            raise StreamError(f"the server sent more than {size >> 20} MiB of runs")
    if left:
        raise StreamError("the runs of the server have no end")


def _unpacked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj()
    for piece in pieces:
        packed = piece
        while packed:
            try:
                found = unpacker.decompress(packed, _PIECE)
            except zlib.error:
                raise StreamError("the server sent runs that cannot be unpacked") from None
            yield found
            packed = unpacker.unconsumed_tail
            if unpacker.unused_data:
                raise StreamError("the server sent more than runs")
    if not unpacker.eof:
        raise StreamError("the runs of the server have no end")
