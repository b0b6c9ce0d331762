"""Locations in manifests, found from running code.

The position table of a compiled manifest holds positions of the manifest, so a frame of its code
knows file, line and column. MARK in its globals distinguishes such a frame from duckrow's own.

For each file the compiler also stores a label of each position ("Function Call") and the positions
of its operands. Only error messages and log messages read that table.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType, TracebackType

MARK = "__manifest__"  # the key in the globals of compiled manifests; its value finds the labels
OWNER = "__owner__"  # of a text without a file: the view of the code that gave it, or None

# A position as Python keeps it: first line, first column, last line, last column; columns from 0.
Range = tuple[int, int, int, int]


class Location:
    """A file, a line and a column. Unknown parts are None; lines and columns start at 1."""

    __slots__ = ("column", "file", "label", "line", "parts")

    def __init__(
        self,
        file: str | None,
        line: int | None,
        column: int | None = None,
        label: str = "",
        parts: dict[str, tuple[int, int]] | None = None,
    ) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.label = label
        self.parts = parts or {}

    def part(self, name: str) -> Location:
        """Return the location of an operand, or this one if it is not known."""
        if name not in self.parts:
            return self
        line, column = self.parts[name]
        return Location(self.file, line, column, self.label)

    def words(self) -> str:
        """Write the location the way messages end: (file: F, line: L, column: C)."""
        known = [("file", self.file), ("line", self.line), ("column", self.column)]
        text = ", ".join(f"{name}: {value}" for name, value in known if value is not None)
        return f"({text})" if text else ""

    def __repr__(self) -> str:
        return f"Location{self.words()}"


def here(skip: int = 0) -> Location | None:
    """Return the location in the manifest that is running; `skip` leaves out that many callers."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if MARK in frame.f_globals:
            if skip == 0:
                return location_of(frame.f_code, frame.f_lasti, frame.f_globals)
            skip -= 1
        frame = frame.f_back
    return None


def location_of_error(trace: TracebackType | None) -> Location | None:
    """Return the innermost location in a manifest that an error passed through."""
    found: TracebackType | None = None
    while trace is not None:
        if MARK in trace.tb_frame.f_globals:
            found = trace
        trace = trace.tb_next
    if found is None:
        return None
    return location_of(found.tb_frame.f_code, found.tb_lasti, found.tb_frame.f_globals)


def location_of(code: CodeType, instruction: int, names: dict[str, object]) -> Location | None:
    """Return the location of an instruction of a compiled manifest."""
    for index, position in enumerate(code.co_positions()):
        if index == instruction // 2:
            line, last_line, column, last_column = position
            if line is None or column is None:
                return Location(code.co_filename or None, line)
            key = (line, column, last_line or line, last_column or column)
            label, parts = names[MARK].of(code, key)  # type: ignore[attr-defined]
            return Location(code.co_filename or None, line, column + 1, label, parts)
    return None
