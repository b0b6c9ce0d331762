"""One run at a time: a lock of the kernel on a file that says who holds it.

The kernel lets go of the lock when its holder ends, however that happens: no lock is ever stale.
What stands in the file is for people, and for nobody else.
"""

from __future__ import annotations

import os
from errno import EROFS
from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock

from duckrow.source.errors import DuckrowError
from duckrow.state.place import make_directory


class LockedError(DuckrowError):
    """Another run holds the lock."""


class RunLock:
    """The lock of a state directory, held from `take` to `release`."""

    __slots__ = ("_number", "path")

    def __init__(self, directory: str) -> None:
        self.path = f"{directory}/run.lock"
        self._number: int | None = None

    def take(self, wait: float = 0) -> None:
        """Take the lock, waiting for some seconds if another run holds it."""
        from time import monotonic, sleep

        make_directory(os.path.dirname(self.path))
        number = self._open()
        until = monotonic() + wait
        while True:
            try:
                flock(number, LOCK_EX | LOCK_NB)
                break
            except OSError:
                if monotonic() >= until:
                    holder = _holder(number)
                    os.close(number)
                    raise LockedError(
                        "Run of Puppet configuration client already in progress; skipping"
                        f"{holder} ({self.path} exists)"
                    ) from None
                sleep(0.1)
        self._number = number
        self._write(f"{os.getpid()}\n")

    def _open(self) -> int:
        flags = os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return os.open(self.path, flags | os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            if error.errno != EROFS:
                raise
            return os.open(self.path, flags | os.O_RDONLY)

    def _write(self, text: str) -> None:
        """Say who holds the lock; where that cannot be written it is held all the same."""
        assert self._number is not None
        try:
            os.ftruncate(self._number, 0)
            os.pwrite(self._number, text.encode(), 0)
        except OSError:
            pass

    def release(self) -> None:
        """Let go of it."""
        if self._number is not None:
            self._write("")
            flock(self._number, LOCK_UN)
            os.close(self._number)
            self._number = None


def _holder(number: int) -> str:
    text = os.pread(number, 32, 0).strip()
    return f" (process {text.decode()})" if text.isdigit() else ""
