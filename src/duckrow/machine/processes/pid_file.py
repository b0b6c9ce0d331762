"""The file with the number of a daemon's process, which is also its lock.

The daemon holds a lock of the kernel on the file, so two of them cannot live even if they start
at the same moment. A process that knows no lock is recognized by its number and its program.
"""

from __future__ import annotations

import os
from signal import SIGKILL, SIGTERM
from time import monotonic, sleep

from duckrow.machine.files.private import LockedFile, identity_of, remove
from duckrow.machine.processes.table import read_process

# How long a predecessor has to end before it is killed.
GRACE = 10.0


class PidFile:
    """The pid file of a program; raises OSError if it cannot be written."""

    __slots__ = ("_file", "_path", "_program")

    def __init__(self, path: str, program: str) -> None:
        self._path = path
        self._program = program
        self._file: LockedFile | None = None

    def take(self) -> int | None:
        """End the predecessor and take its place; return its number, None if there was none."""
        found = None
        until = monotonic() + GRACE
        while not self._try_to_take():
            holder = self.holder()
            is_late = monotonic() >= until
            if holder is not None:
                found = holder
                _signal(holder, SIGKILL if is_late else SIGTERM)
            elif is_late:
                raise self._is_held()
            sleep(0.05)
        return found

    def take_if_free(self) -> int | None:
        """Take the place if no process has it; return the number of the one that has it."""
        until = monotonic() + GRACE
        while not self._try_to_take():
            holder = self.holder()
            if holder is not None:
                return holder
            if monotonic() >= until:
                raise self._is_held()
            sleep(0.05)
        return None

    def _is_held(self) -> OSError:
        return BlockingIOError(f"another process holds {self._path}")

    def _try_to_take(self) -> bool:
        file = LockedFile(self._path)
        is_free = file.try_lock()
        # The last holder may have removed the file that was just opened.
        is_same = identity_of(self._path) == file.identity()
        if is_free and is_same and self._holder(file.read()) is None:
            self._file = file
            return True
        file.close()
        return False

    def holder(self) -> int | None:
        """Return the process whose number the file has if it is alive."""
        try:
            with open(self._path, "rb") as file:
                return self._holder(file.read(64))
        except OSError:
            return None

    def _holder(self, content: bytes) -> int | None:
        text = content.strip()
        if not text.isdigit() or int(text) == os.getpid():
            return None
        process = read_process(int(text))
        if process is None or process.state == "Z" or process.uid != os.getuid():
            return None
        # A program in Python is the second word; the number may be that of an editor by now. A
        # daemon that shows a title has it all in one word, but the name of its program.
        words = [os.path.basename(word) for word in process.argv[:2]] or [process.name]
        name = words[-1] if words[0].startswith("python") else words[0]
        return process.pid if self._program in (name, process.name) else None

    def write(self) -> None:
        """Write the number of this process."""
        assert self._file is not None
        self._file.cut(0)
        self._file.append(f"{os.getpid()}\n".encode())

    def forget(self) -> None:
        """Leave the lock to the daemon, in a process that it has forked."""
        if self._file is not None:
            self._file.close()

    def release(self) -> None:
        """Remove the file."""
        if self._file is not None:
            remove(self._path)
            self._file.close()
            self._file = None


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
