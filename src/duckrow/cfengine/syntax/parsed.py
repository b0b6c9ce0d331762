"""What reading a file gave: its blocks, and what is to be said about it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Block = tuple[Any, ...]

ERROR, WARNING = "error", "warning"


class Complaint:
    """A line of trouble, with the source line it is about and a caret below its end."""

    __slots__ = ("column", "file", "kind", "line", "message", "source")

    def __init__(
        self, file: str, line: int, column: int, kind: str, message: str, source: str | None
    ) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.kind = kind
        self.message = message
        # The reference has no text to show for the first line of a file.
        self.source = source

    def __str__(self) -> str:
        """Draw it as the reference does, without a line end."""
        said = f"{self.file}:{self.line}:{self.column}: {self.kind}: {self.message}"
        if self.source is None:
            return said
        return f"{said}\n{self.source}\n{'^':>{max(self.column, 1)}}"


class ParsedFile:
    """The blocks of a file, in order, as tuples (parser.py shows their shape), and complaints.

    A file with errors has no blocks. `fatal` is the reference's last word where it stops at once.
    """

    __slots__ = ("blocks", "errors", "fatal", "file", "warnings")

    def __init__(
        self,
        file: str,
        blocks: tuple[Block, ...],
        errors: list[Complaint] | None = None,
        warnings: list[Complaint] | None = None,
        fatal: str | None = None,
    ) -> None:
        self.file = file
        self.blocks = blocks
        self.errors = errors if errors is not None else []
        self.warnings = warnings if warnings is not None else []
        self.fatal = fatal
