"""The file that receives the standard output of a command (`-o FILE`)."""

from __future__ import annotations

import os
import stat
import sys
from errno import EEXIST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_OPEN_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


class OutputFile:
    """Takes the place of the standard output until it is kept or discarded.

    The output goes to a new file beside the named one, which it replaces at the end; so a command
    that fails leaves the named file as it was. A pipe or a device is written directly.
    """

    __slots__ = ("_before", "_draft", "_path", "_stream")

    def __init__(self, path: str) -> None:
        self._path = os.path.realpath(path)
        self._draft: str | None = None
        try:
            mode = os.stat(self._path).st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CLOEXEC)
        else:
            descriptor = self._open_draft()
            if mode is not None:
                os.fchmod(descriptor, stat.S_IMODE(mode))
        self._stream = open(  # noqa: SIM115
            descriptor, "w", encoding="utf-8", errors="surrogateescape"
        )
        self._before: TextIO = sys.stdout
        sys.stdout = self._stream

    def _open_draft(self) -> int:
        directory, name = os.path.split(self._path)
        for number in range(100):
            self._draft = f"{directory}/.{name}.{os.getpid()}.{number}"
            try:
                return os.open(self._draft, _OPEN_NEW, 0o666)
            except FileExistsError:
                continue
        raise OSError(EEXIST, os.strerror(EEXIST), self._path)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing has been written."""
        self._stream.flush()
        return self._draft is not None and not os.fstat(self._stream.fileno()).st_size

    def keep(self) -> None:
        """Put the output in the place of the named file."""
        self._close()
        if self._draft is not None:
            os.replace(self._draft, self._path)

    def discard(self) -> None:
        """Leave the named file as it was."""
        self._close()
        if self._draft is not None:
            os.unlink(self._draft)

    def _close(self) -> None:
        sys.stdout = self._before
        self._stream.close()
