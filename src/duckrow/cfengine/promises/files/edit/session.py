"""A file during an edit: its lines, the number of changes, and the outcome."""

from __future__ import annotations

from duckrow.cfengine.promises.files.edit.defaults import Defaults
from duckrow.cfengine.promises.files.task import Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.machine.files.facts import FileFacts

_SELDOM = 3


class Session(Task):
    """One file that a files promise edits.

    The outcome is that of the file; promises of the bundle have their own outcomes.
    """

    __slots__ = ("_asked", "_known", "defaults", "edits", "is_link", "lines", "tree", "was_empty")

    def __init__(self, context: Context, promise: ExpandedPromise, path: str) -> None:
        super().__init__(context, promise, path)
        self.defaults = Defaults(context, promise)
        self.lines: list[str] = []
        # The lines as a set, built after many lookups, until lines change.
        self._known: set[str] | None = None
        self._asked = 0
        # How many edits were made or, in a dry run, would have been.
        self.edits = 0
        # Whether the path is a link, and whether the file was empty, as far as known.
        self.is_link: bool | None = None
        self.was_empty = False
        # The document, for XML.
        self.tree: Any = None

    def load(self, known: FileFacts | None = None) -> bool:
        """Read the lines of the file; log an error and return False if it cannot be edited."""
        found = self.facts(self.path) if known is None else known
        self.is_link = found is not None and found.kind == "link"
        if self.is_link:
            found = self.facts(self.path, follow=True)
        if not self.may_be_edited(found):
            return False
        assert found is not None
        self.was_empty = not found.size
        if not self.defaults.empties:
            try:
                self.lines = self.read_lines()
            except OSError as error:
                self.context.log.info(
                    f"Couldn't read file '{self.path}' for editing. (fopen: {error.strerror})"
                )
                return False
        return True

    def may_be_edited(self, found: FileFacts | None) -> bool:
        """Return whether the path is a file, and not too big."""
        log = self.context.log
        if found is None:
            log.verbose(
                f"The proposed file '{self.path}' could not be loaded. "
                "(stat: No such file or directory)"
            )
            return False
        if self.is_too_big(found.size):
            return False
        if found.kind != "file":
            log.info(f"{self.path} is not a plain file")
            return False
        return True

    def is_too_big(self, size: int) -> bool:
        """Return whether a file is too big to be edited."""
        limit = self.defaults.limit
        if not limit or size <= limit:
            return False
        self.context.log.info(
            f"File '{self.path}' is bigger than the edit limit. "
            f"max_file_size = {size} > {limit} bytes"
        )
        return True

    def read_lines(self) -> list[str]:
        """Read the lines of the file."""
        return self.split(self.files.read(self.path))

    def split(self, content: bytes) -> list[str]:
        """Return the lines of a content."""
        lines = content.decode("utf-8", "surrogateescape").split("\n")
        if not lines[-1]:
            lines.pop()
        if b"\0" in content:
            # As in the reference, a line ends at a NUL byte.
            lines = [line.partition("\0")[0] for line in lines]
        if self.defaults.joins:
            lines = [line for line in lines if not line.endswith("\\")]
        return lines

    def has(self, line: str) -> bool:
        """Return whether a line is anywhere in the file."""
        known = self._known
        if known is None:
            self._asked += 1
            if self._asked <= _SELDOM:
                return line in self.lines
            known = self._known = set(self.lines)
        return line in known

    def insert(self, number: int, line: str) -> None:
        """Insert a line before the one with a number."""
        self.lines.insert(number, line)
        if self._known is not None:
            self._known.add(line)

    def put(self, number: int, line: str) -> None:
        """Replace a line."""
        self.lines[number] = line
        self._known = None

    def set_lines(self, lines: list[str]) -> None:
        """Replace all lines."""
        self.lines = lines
        self._known = None

    def content(self) -> bytes:
        """Return the lines as the bytes of a file."""
        if not self.lines:
            return b""
        return ("\n".join(self.lines) + "\n").encode("utf-8", "surrogateescape")
