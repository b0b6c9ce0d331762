"""The elements of a list in JSON that comes in pieces; only one element is in memory.

for row in elements([b'[{"a": 1}, {"', b'a": 2}]']): ...
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from json import JSONDecodeError, JSONDecoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SPACE = " \t\r\n"


def elements(pieces: Iterable[bytes]) -> Iterator[object]:
    """Return one element after the other. Raises ValueError for what is no list.

    A text that ends too early is such a case, after the elements that it has.
    """
    reader = _Reader(pieces)
    if reader.next_sign() != "[":
        raise ValueError("it does not begin with [")
    if reader.next_sign() == "]":
        reader.expect_end()
        return
    reader.back()
    while True:
        yield reader.value()
        sign = reader.next_sign()
        if sign == "]":
            reader.expect_end()
            return
        if sign != ",":
            raise ValueError("a comma or ] is missing after an element")


class _Reader:
    """A text that grows as it is read."""

    __slots__ = ("_decode", "_decoder", "_pieces", "_position", "_text")

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._decode = getincrementaldecoder("utf-8")()
        self._decoder = JSONDecoder()
        self._text = ""
        self._position = 0

    def _grow(self) -> bool:
        """Read on, at least twice as far: a long element is parsed few times. False at the end."""
        wanted = 2 * (len(self._text) - self._position) + 1
        found = [self._text[self._position :]]
        size = len(found[0])
        while size < wanted:
            piece = next(self._pieces, None)
            text = self._decode.decode(piece or b"", final=piece is None)
            found.append(text)
            size += len(text)
            if piece is None:
                break
        self._text, self._position = "".join(found), 0
        return size >= wanted

    def next_sign(self) -> str:
        """Return the next sign that is no white space; empty at the end."""
        while True:
            while self._position < len(self._text):
                sign = self._text[self._position]
                self._position += 1
                if sign not in _SPACE:
                    return sign
            if not self._grow() and self._position == len(self._text):
                return ""

    def back(self) -> None:
        """Read the last sign again."""
        self._position -= 1

    def value(self) -> object:
        """Return the next value."""
        if not self.next_sign():
            raise ValueError("it ends too early")
        self.back()
        may_grow = True
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._position)
            except JSONDecodeError:
                if not may_grow:
                    raise
            else:
                if end < len(self._text) or not may_grow:  # else a number may go on
                    self._position = end
                    found: object = value
                    return found
            may_grow = self._grow()

    def expect_end(self) -> None:
        """Read to the end, where nothing but white space is left."""
        if self.next_sign():
            raise ValueError("something follows the list")
