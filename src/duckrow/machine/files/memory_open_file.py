"""An open file in memory."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.memory_tree import MemoryFile


class MemoryOpenFile:
    """A file of a dictionary that stays open; nobody else can hold its lock."""

    __slots__ = ("_appends", "_file", "_offset")

    is_device = False

    def __init__(self, file: MemoryFile, appends: bool) -> None:
        self._file = file
        self._appends = appends
        self._offset = 0

    def read(self, count: int) -> bytes:
        """Return the next bytes: at most `count`."""
        found = self._file.content[self._offset : self._offset + count]
        self._offset += len(found)
        return found

    def write(self, content: bytes, offset: int) -> None:
        """Write at an offset, or at the end of a file that was opened for that."""
        old = self._file.content
        start = len(old) if self._appends else offset
        self._file.content = old[:start].ljust(start, b"\0") + content + old[start + len(content) :]

    def truncate(self, size: int) -> None:
        """Set the size."""
        self._file.content = self._file.content[:size].ljust(size, b"\0")

    def lock(self, _operation: int) -> bool:
        """Take or release the lock."""
        return True

    def close(self) -> None:
        """Close it."""
