"""The run lock: which runs may change a host at the same time.

1. A Puppet run (`duckrow apply`, `duckrow resource` with changes) runs alone.
2. Agents (`duckrow agent`, `cf-agent`) run side by side, since the locks of their promises keep
   them apart, but not beside a Puppet run.
3. A command that a run starts belongs to that run: a lock that only its ancestors hold does not
   stop it.

It is a lock of the kernel on `run.lock`, exclusive for 1 and shared for 2. The kernel releases it
when its holder ends, so no lock is ever stale. The file lists the process ids of the holders, for
messages and for rule 3.
"""

from __future__ import annotations

import os.path
from time import monotonic, sleep

from duckrow.machine.files.private import LockedFile, make_private_directory
from duckrow.machine.this_process import ancestors, is_running, process_id
from duckrow.source.errors import DuckrowError


class LockedError(DuckrowError):
    """Another run holds the lock."""

    def __init__(self, path: str, holders: list[int]) -> None:
        super().__init__(f"another run holds {path}{named(holders)}")
        self.path = path
        self.holders = holders


class RunLock:
    """The lock of a state directory, held from `take` to `release`."""

    __slots__ = ("_file", "path")

    def __init__(self, directory: str) -> None:
        self.path = f"{directory}/run.lock"
        self._file: LockedFile | None = None

    def take(self, wait: float = 0, *, is_shared: bool = False) -> None:
        """Take the lock, waiting for some seconds while another run holds it."""
        make_private_directory(os.path.dirname(self.path))
        file = LockedFile(self.path, or_read_only=True)
        # An agent that begins or ends holds the lock alone for a moment; that is no other run.
        until = monotonic() + (max(wait, 1.0) if is_shared else wait)
        while not _lock(file, is_shared=is_shared):
            holders = _holders(file)
            if holders and ancestors().issuperset(holders):
                file.close()
                return
            if monotonic() >= until:
                file.close()
                raise LockedError(self.path, holders)
            sleep(0.02)
        self._file = file

    def release(self) -> None:
        """Release the lock."""
        if self._file is not None:
            if self._file.try_lock():  # nobody shares it
                _write(self._file, b"")
            self._file.unlock()
            self._file.close()
            self._file = None


def _lock(file: LockedFile, *, is_shared: bool) -> bool:
    if file.try_lock():
        _write(file, b"")
        # Between the two locks another run may come; then this one has to wait for it.
        if is_shared and not file.try_lock(is_shared=True):
            return False
    elif not (is_shared and file.try_lock(is_shared=True)):
        return False
    _write(file, f"{process_id()}\n".encode(), adds=True)
    return True


def _write(file: LockedFile, text: bytes, *, adds: bool = False) -> None:
    """Say who holds the lock; where that cannot be written it is held all the same."""
    try:
        if not adds:
            file.cut(0)
        file.append(text)
    except OSError:
        pass


def _holders(file: LockedFile) -> list[int]:
    """Return the processes that the file names and that still run."""
    words = file.read()[:4096].split()
    return [int(word) for word in words if word.isdigit() and is_running(int(word))]


def named(holders: list[int]) -> str:
    """Return the holders of a lock as part of a message."""
    if not holders:
        return ""
    numbers = ", ".join(map(str, holders))
    return f" (process {numbers})" if len(holders) == 1 else f" (processes {numbers})"
