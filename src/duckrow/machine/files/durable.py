"""Files of a store: on the disk, with their names, before the call returns.

    with NewFile("/var/bucket/a/b", 0o440) as file:
        file.write(b"…")
        file.publish("/var/bucket/a/b/contents")

Until it is published a file has no name, or one that begins with a dot; leaving the block removes
it. One thread may discard a file while another writes to it. The directories belong to the store:
nobody else writes to them.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from errno import EBADF, EEXIST, ENOSPC
from fcntl import LOCK_EX, flock

from duckrow.machine.files.private import NEW_FILE, write_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
_DRAFT = ".new-"


class NewFile:
    """A file that is being written beside its place. Raises OSError, and leaves nothing then."""

    __slots__ = ("_draft", "_lock", "_number", "size")

    def __init__(self, directory: str, mode: int) -> None:
        self._draft = f"{directory}/{_DRAFT}{os.getpid()}-{os.urandom(8).hex()}"
        self._lock = allocate_lock()
        self._number = os.open(self._draft, NEW_FILE, mode)
        self.size = 0

    def __enter__(self) -> NewFile:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.discard()

    @property
    def path(self) -> str:
        """The name of the file while it is not published; it goes with it."""
        return self._draft

    def write(self, content: bytes) -> None:
        """Append to the content."""
        with self._lock:
            self._check_open()
            write_all(self._number, content)
            self.size += len(content)

    def publish(self, path: str) -> None:
        """Give the file its name; both are on the disk afterwards."""
        with self._lock:
            self._check_open()
            os.fsync(self._number)
            os.rename(self._draft, path)
            self._draft = ""
        sync_directory(os.path.dirname(path))

    def discard(self) -> None:
        """Close the file, and remove it unless it was published."""
        with self._lock:
            if self._number >= 0:
                os.close(self._number)
                self._number = -1
            if self._draft:
                try:  # noqa: SIM105  (contextlib is slow to import)
                    os.unlink(self._draft)
                except OSError:
                    pass
                self._draft = ""

    def _check_open(self) -> None:
        if self._number < 0:
            raise OSError(EBADF, os.strerror(EBADF))


def remove_old_drafts(directory: str, seconds: float) -> None:
    """Remove the files that a process left unpublished which ended some seconds ago."""
    from time import time

    try:
        entries = [each for each in os.scandir(directory) if each.name.startswith(_DRAFT)]
        for each in entries:
            if each.stat(follow_symlinks=False).st_mtime < time() - seconds:
                os.unlink(each.path)
    except OSError:
        return  # there is no directory yet, or another process removes the same


def write_durably(path: str, content: bytes, mode: int) -> None:
    """Write a whole file, or replace it in one step. Raises OSError."""
    with NewFile(os.path.dirname(path), mode) as file:
        file.write(content)
        file.publish(path)


def make_directory_durably(path: str, mode: int) -> None:
    """Make a directory and its missing parents. Raises OSError."""
    missing = []
    while not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    for each in reversed(missing):
        try:
            os.mkdir(each, mode)
            os.chmod(each, mode)  # whatever the umask is
        except OSError as error:
            if error.errno != EEXIST or not os.path.isdir(each):
                raise
        sync_directory(os.path.dirname(each))


def sync_directory(path: str) -> None:
    """Bring the names in a directory to the disk."""
    number = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def add_line(path: str, line: bytes, mode: int) -> None:
    """Append a line to a file that does not have it yet; others may do the same meanwhile."""
    number = os.open(path, _APPEND, mode)
    try:
        flock(number, LOCK_EX)
        size = os.fstat(number).st_size
        lines = os.pread(number, size, 0).split(b"\n")
        if line in lines[:-1]:
            return
        # A line that a killed process left without an end is completed first.
        added = (b"\n" if lines[-1] else b"") + line + b"\n"
        if os.write(number, added) != len(added):
            os.ftruncate(number, size)
            raise OSError(ENOSPC, os.strerror(ENOSPC), path)
        os.fsync(number)
    finally:
        os.close(number)


def touch(path: str) -> None:
    """Set the times of a file to now."""
    os.utime(path)
