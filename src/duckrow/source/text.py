"""A source text, and the lines and columns of its offsets.

Offsets count characters. Lines and columns start at 1. A line ends with a line feed; a carriage
return is an ordinary character of its line.
"""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_FEED = re.compile("\n")


class SourceText:
    """The text of one file, or of code given on the command line (then `name` is None)."""

    __slots__ = ("_line_starts", "name", "text")

    def __init__(self, text: str, name: str | None = None) -> None:
        self.text = text
        self.name = name
        self._line_starts: list[int] | None = None

    def _starts(self) -> list[int]:
        # Built on first use: most files never need a line number.
        if self._line_starts is None:
            self._line_starts = [0, *(m.end() for m in _LINE_FEED.finditer(self.text))]
        return self._line_starts

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        starts = self._starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line without its line ending."""
        starts = self._starts()
        begin = starts[number - 1]
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[begin:end].removesuffix("\r")
