"""A file that stays open: a program reads and writes it at offsets, and locks it.

What happens to its name meanwhile does not matter. Only the bytes that are written change: what
other processes write to the file stays.
"""

from __future__ import annotations

import os
from errno import EINVAL
from fcntl import flock

from duckrow.machine.files.pinning import reject_second_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.resolve import Place

PIECE = 1 << 20

_FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_FILE, _DIRECTORY, _DEVICE, _PIPE = 0o100000, 0o040000, 0o020000, 0o010000


class OpenFile:
    """An open file, directory or character device of this host."""

    __slots__ = ("_descriptor", "_kind", "appends")

    def __init__(self, place: Place, *, writes: bool, appends: bool = False) -> None:
        flags = _FLAGS | (os.O_WRONLY if writes else os.O_RDONLY)
        self.appends = appends
        self._descriptor = -1
        self._descriptor = os.open(
            place.name, flags | (os.O_APPEND if appends else 0), dir_fd=place.directory
        )
        found = os.stat(self._descriptor)
        self._kind = found.st_mode & 0o170000
        if self._kind not in (_FILE, _DIRECTORY, _DEVICE) and not (writes and self._kind == _PIPE):
            raise OSError(EINVAL, "Not a regular file", place.path)
        if writes:
            reject_second_name(place, found)

    def __del__(self) -> None:
        self.close()

    @property
    def is_device(self) -> bool:
        """Whether it has no end and no offsets."""
        return self._kind == _DEVICE

    def read(self, count: int) -> bytes:
        """Return the next bytes: at most `count`."""
        return os.read(self._descriptor, count)

    def write(self, content: bytes, offset: int) -> None:
        """Write at an offset, or at the end of a file that was opened for that."""
        left = memoryview(content)
        while left:
            if self.appends or self._kind != _FILE:
                count = os.write(self._descriptor, left)
            else:
                count = os.pwrite(self._descriptor, left, offset)
            left, offset = left[count:], offset + count

    def truncate(self, size: int) -> None:
        """Set the size."""
        if self._kind == _FILE:
            os.ftruncate(self._descriptor, size)

    def lock(self, operation: int) -> bool:
        """Take or release the lock that flock(2) names; return False if another holder has it."""
        try:
            flock(self._descriptor, operation)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Close it, which releases the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
