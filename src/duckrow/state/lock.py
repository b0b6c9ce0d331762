"""The run lock: which runs may change a host at the same time.

1. `duckrow apply`, in both languages, and `duckrow resource` with changes run alone.
2. `cf-agent`s run side by side, since the locks of their promises keep them apart, but not beside a
   run that runs alone.
3. A command that a run starts belongs to that run: a lock that only its ancestors hold does not
   stop it.

It is a lock of the kernel on `run.lock`, exclusive for 1 and shared for 2. The kernel releases it
when its holder ends, so no lock is ever stale.

The file lists its holders, for messages and for rule 3: a line with the process id and the start
time of each, and `end`. A list without `end` may lack a holder, for example because the disk was
full, so rule 3 does not trust it. Processes take the lock and change the list under a second lock,
on `run.lock.list`, so no process sees a holder that is not listed yet.
"""

from __future__ import annotations

import os.path
from time import monotonic, sleep

from duckrow.machine.files.private import LockedFile, ShortLock, make_private_directory
from duckrow.machine.processes.table import start_of
from duckrow.machine.this_process import ancestors, process_id
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    Holder = tuple[int, int]  # process id and start time

ENDLESS = float("inf")  # the seconds to wait until the lock is free
_END = b"end\n"
_LONGEST = 40  # characters of a line that can be a holder


class LockedError(DuckrowError):
    """Another run holds the lock."""

    def __init__(self, path: str, holders: list[int], *, is_agent: bool) -> None:
        super().__init__(f"another run holds {path}{named(holders)}")
        self.path = path
        self.holders = holders
        self.is_agent = is_agent  # else it is a run that runs alone


class RunLock:
    """The lock of a state directory, held from `take` to `release`."""

    __slots__ = ("_file", "path")

    def __init__(self, directory: str) -> None:
        self.path = f"{directory}/run.lock"
        self._file: LockedFile | None = None

    @property
    def files(self) -> tuple[str, str]:
        """Return the file that is locked and the file that guards the list of holders."""
        return self.path, f"{self.path}.list"

    def take(self, wait: float = 0, *, is_shared: bool = False) -> None:
        """Take the lock, waiting for some seconds while another run holds it.

        An endless wait ends if the list is not complete: the run that started this one may be the
        holder, and it may wait for this one.
        """
        make_private_directory(os.path.dirname(self.path))
        file = LockedFile(self.path, or_read_only=True)
        # An older duckrow that begins or ends holds the lock alone for a moment.
        until = monotonic() + (max(wait, 1.0) if is_shared else wait)
        while True:
            with ShortLock(self.files[1]):
                if _lock(file, is_shared=is_shared):
                    break
                holders, is_complete = _read(file)
            pids = list(dict.fromkeys(pid for pid, _ in holders))
            if is_complete and pids and ancestors().issuperset(pids):
                file.close()
                return
            if monotonic() >= until or (wait == ENDLESS and not is_complete):
                # Only agents share the lock.
                is_agent = not is_shared and file.try_lock(is_shared=True)
                file.close()
                raise LockedError(self.path, pids, is_agent=is_agent)
            sleep(0.02)
        self._file = file

    def release(self) -> None:
        """Release the lock."""
        file, self._file = self._file, None
        if file is None:
            return
        try:
            with ShortLock(self.files[1]):
                _remove_this_process(file)
                file.unlock()
        except OSError:
            file.unlock()  # the list names this process until it ends, which does no harm
        file.close()


def _lock(file: LockedFile, *, is_shared: bool) -> bool:
    """Try to take the lock and add this process to the list."""
    holders: list[Holder] = []
    is_complete = True
    if file.try_lock():
        _write(file, holders, is_complete=False)
        # Between the two locks an older duckrow may come; then this run has to wait for it.
        if is_shared and not file.try_lock(is_shared=True):
            return False
    elif is_shared and file.try_lock(is_shared=True):
        holders, is_complete = _read(file)
    else:
        return False
    pid = process_id()
    birth = start_of(pid)
    if birth is None:
        is_complete = False
    else:
        holders.append((pid, birth))
    _write(file, holders, is_complete=is_complete)
    return True


def _remove_this_process(file: LockedFile) -> None:
    if file.try_lock():  # no other process holds it
        _write(file, [], is_complete=False)
        return
    holders, is_complete = _read(file)
    pid = process_id()
    # A process that took the lock twice stays in the list once.
    for number, holder in enumerate(holders):
        if holder[0] == pid:
            del holders[number]
            break
    _write(file, holders, is_complete=is_complete)


def _write(file: LockedFile, holders: list[Holder], *, is_complete: bool) -> None:
    """Replace the list; if the write fails, the list stays empty, so it is not complete."""
    lines = b"".join(b"%d %d\n" % holder for holder in holders)
    try:
        file.cut(0)
        file.append(lines + _END if is_complete else lines)
    except OSError:
        pass


def _read(file: LockedFile) -> tuple[list[Holder], bool]:
    """Return the listed processes that still run, and whether the list is complete."""
    content = file.read()
    holders = []
    for line in content.splitlines():
        words = line.split()
        if len(line) <= _LONGEST and len(words) == 2 and all(map(bytes.isdigit, words)):
            pid, birth = int(words[0]), int(words[1])
            if start_of(pid) == birth:
                holders.append((pid, birth))
    # On a read-only file system no process can add a holder to the list.
    return holders, content.endswith(_END) and not file.is_read_only


def named(holders: list[int]) -> str:
    """Return the holders of a lock as part of a message."""
    if not holders:
        return ""
    numbers = ", ".join(map(str, holders))
    return f" (process {numbers})" if len(holders) == 1 else f" (processes {numbers})"
