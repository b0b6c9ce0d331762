"""The file that receives the standard output of a command (`-o FILE`)."""

from __future__ import annotations

import os
import stat
import sys
from errno import EEXIST

from duckrow.machine.files.private import remove

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC
_REPLACE = os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC
_OPEN_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


class OutputFile:
    """Takes the place of the standard output until it is kept or discarded.

    The output goes to a draft beside the named file, which it replaces at the end; so a command
    that fails leaves the named file as it was. Where that is impossible the file is written
    directly: a pipe or a device, a file with other hard links, or one in a directory that this
    process may not change.
    """

    __slots__ = ("_before", "_draft", "_is_special", "_mode", "_path", "_stream")

    def __init__(self, path: str, mode: int = 0o666) -> None:
        """Name the file; a new one gets the mode."""
        # /dev/stdout may lead to a file that this process must only append to.
        self._is_special = os.path.abspath(path).startswith(("/dev/", "/proc/"))
        self._path = path if self._is_special else os.path.realpath(path)
        self._mode = mode
        self._draft: str | None = None
        self._stream: TextIO | None = None
        self._before: TextIO = sys.stdout

    def begin(self) -> None:
        """Take the place of the standard output; if a signal ends this, discard the file."""
        descriptor = os.open(self._path, _APPEND) if self._is_special else self._open()
        self._stream = open(descriptor, "w", encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
        sys.stdout = self._stream

    def _open(self) -> int:
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            return self._open_draft()
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            return os.open(self._path, _REPLACE)
        try:
            descriptor = self._open_draft()
        except PermissionError:
            return os.open(self._path, _REPLACE)
        try:
            os.fchown(descriptor, found.st_uid, found.st_gid)
            os.fchmod(descriptor, stat.S_IMODE(found.st_mode))
        except PermissionError:  # the file belongs to somebody else
            os.close(descriptor)
            self._remove_draft()
            return os.open(self._path, _REPLACE)
        return descriptor

    def _open_draft(self) -> int:
        directory, name = os.path.split(self._path)
        for number in range(100):
            self._draft = f"{directory}/.{name}.{os.getpid()}.{number}"
            try:
                return os.open(self._draft, _OPEN_NEW, self._mode)
            except FileExistsError:
                self._draft = None
            except OSError:
                self._draft = None
                raise
        raise OSError(EEXIST, os.strerror(EEXIST), self._path)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing has been written."""
        assert self._stream is not None
        self._stream.flush()
        return self._draft is not None and not os.fstat(self._stream.fileno()).st_size

    def keep(self) -> None:
        """Put the output in the place of the named file."""
        try:
            self._close()
            if self._draft is not None:
                os.replace(self._draft, self._path)
                self._draft = None
        finally:
            self._remove_draft()

    def discard(self) -> None:
        """Leave the named file as it was."""
        try:
            self._close()
        finally:
            self._remove_draft()

    def _close(self) -> None:
        if self._stream is not None:
            sys.stdout = self._before
            self._stream.close()

    def _remove_draft(self) -> None:
        draft, self._draft = self._draft, None
        if draft is not None:
            remove(draft)
