"""The output of a command: all of it up to a limit, else head and tail, and its size."""

from __future__ import annotations

LIMIT = 4 * 1024 * 1024


class Output:
    """Keeps bytes from both ends; memory stays below the limit and one piece."""

    __slots__ = ("_head", "_head_limit", "_tail", "_tail_limit", "size")

    def __init__(self, limit: int = LIMIT) -> None:
        self._head_limit = limit - limit // 2
        self._tail_limit = limit // 2
        self._head = bytearray()
        self._tail = bytearray()
        self.size = 0

    def add(self, piece: bytes) -> None:
        """Add the next piece."""
        self.size += len(piece)
        room = self._head_limit - len(self._head)
        if room > 0:
            self._head += piece[:room]
            piece = piece[room:]
        if piece:
            self._tail += piece
            # Cut only at twice the limit: cutting each time would move every byte each time.
            if len(self._tail) > 2 * self._tail_limit:
                del self._tail[: len(self._tail) - self._tail_limit]

    @property
    def is_cut(self) -> bool:
        """Return whether the middle was left out."""
        return self.size > self._head_limit + self._tail_limit

    @property
    def head(self) -> bytes:
        """Return the first bytes, up to half of the limit."""
        return bytes(self._head)

    @property
    def tail(self) -> bytes:
        """Return the last bytes that are not in the head."""
        extra = len(self._tail) - self._tail_limit
        return bytes(self._tail[extra:] if extra > 0 else self._tail)

    @property
    def content(self) -> bytes:
        """Return everything, or head and tail with a line between them that counts the rest."""
        if not self.is_cut:
            return bytes(self._head + self._tail)
        missing = self.size - len(self._head) - self._tail_limit
        return self.head + b"\n[... %d bytes left out ...]\n" % missing + self.tail
