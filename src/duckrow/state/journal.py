"""What runs note down before the database takes it: that they began, and how they ended.

    journal = Journal(directory, warn)
    journal.begin(uuid, host, began)        gives the runs before that never ended
    journal.end(uuid, host, began, "changed", report)

Most runs change nothing and remember nothing: opening a database for them would take longer than
all the rest. Their reports are appended to one file, on the disk when `end` returns, and `Store`
takes them over when it is opened next.

1. An entry is a line with its length and digest, then a line of what it is, then the report. What
   does not fit its digest was not written to its end, or was damaged: it and all behind it is cut
   off, set aside if it is more than what a killed run leaves.
2. Whoever reads to write holds the lock of the file. A run that is killed while the database takes
   its entries over finds them in both: that is the same as once.
3. A beginning without an end is a run that is going on, or was killed: the next to begin says so.
"""

from __future__ import annotations

import os
from fcntl import LOCK_EX, flock

from duckrow.state.place import make_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ROOM = 256 << 10  # bytes up to which runs only append
RESERVE = 256 << 10  # bytes held back for the report of a run that fills the disk
RUNNING, INTERRUPTED = "running", "interrupted"


class Entry:
    """One run: as it began, or as it ended."""

    __slots__ = ("began", "ended", "host", "pid", "report", "status", "uuid")

    def __init__(
        self, uuid: str, host: str, began: int, ended: int, pid: int, status: str, report: bytes
    ) -> None:
        self.uuid = uuid
        self.host = host
        self.began = began
        self.ended = ended
        self.pid = pid
        self.status = status
        self.report = report

    def to_bytes(self) -> bytes:
        """Write it down."""
        numbers = f"{self.began} {self.ended} {self.pid}"
        what = f"{self.uuid} {self.status} {numbers} {self.host}\n".encode("utf-8", "replace")
        content = what + self.report
        return f"{len(content)} {digest(content).hex()}\n".encode() + content


class Journal:
    """The journal of one state directory."""

    __slots__ = ("_directory", "_warn", "path", "size")

    def __init__(self, directory: str, warn: Callable[[str], None]) -> None:
        """Find the journal in a directory, which is made; OSError if that cannot be."""
        make_directory(directory)
        self._directory = directory
        self._warn = warn
        self.path = f"{directory}/journal"
        self.size = 0

    @property
    def has_room(self) -> bool:
        """Tell whether there is no need yet for the database to take it over."""
        return self.size < ROOM

    def begin(self, uuid: str, host: str, began: int) -> list[str]:
        """Note that a run begins; give those that never ended."""
        reserve(self._directory)
        number = self._open()
        try:
            entries = self._read(number)
            broken = [entry for entry in unfinished(entries) if entry.uuid != uuid]
            for entry in broken:
                entry.status = INTERRUPTED
            new = [*broken, Entry(uuid, host, began, 0, os.getpid(), RUNNING, b"")]
            # To lose this note in a power cut does no harm, and a sync takes long.
            self._append(number, b"".join(entry.to_bytes() for entry in new))
        finally:
            os.close(number)
        return [entry.uuid for entry in broken]

    def end(self, uuid: str, host: str, began: int, status: str, report: str) -> None:
        """Note how a run ended, with its report, on the disk when this returns.

        Without a report it is noted only that the run is over, since somebody else has the rest.
        """
        from time import time_ns

        content = report.encode("utf-8", "surrogatepass")
        text = Entry(uuid, host, began, time_ns(), os.getpid(), status, content).to_bytes()
        number = self._open()
        try:
            try:
                self._append(number, text)
            except OSError:
                if not release(self._directory):
                    raise
                self._append(number, text)
            if report:
                os.fdatasync(number)
        finally:
            os.close(number)

    def take_over(self, work: Callable[[list[Entry]], None]) -> None:
        """Give all runs that have ended to someone who keeps them; what goes on stays."""
        if not os.path.exists(self.path):
            return
        number = self._open()
        try:
            entries = self._read(number)
            ended = [entry for entry in entries if entry.status != RUNNING]
            if ended:
                work(ended)
                going_on = b"".join(entry.to_bytes() for entry in unfinished(entries))
                os.ftruncate(number, 0)
                self.size = 0
                self._append(number, going_on)
        finally:
            os.close(number)

    def _open(self) -> int:
        """Open the file and lock it; closing gives the lock back."""
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        number = os.open(self.path, flags, 0o600)
        flock(number, LOCK_EX)
        return number

    def _append(self, number: int, content: bytes) -> None:
        size = os.fstat(number).st_size
        try:
            done = 0
            while done < len(content):
                done += os.pwrite(number, content[done:], size + done)
        except OSError:
            os.ftruncate(number, size)
            raise
        self.size = size + len(content)

    def _read(self, number: int) -> list[Entry]:
        """Give all entries; what is damaged is cut off."""
        self.size = os.fstat(number).st_size
        content = os.pread(number, self.size, 0)
        entries, good = parse(content)
        if good < len(content):
            if not _is_cut_off(content[good:]):
                self._set_aside(content)
            os.ftruncate(number, good)
            self.size = good
        return entries

    def _set_aside(self, content: bytes) -> None:
        from time import strftime

        aside = f"{self.path}.bad-{strftime('%Y%m%d-%H%M%S')}"
        try:
            number = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        except OSError:
            return  # the one that stands there will do
        os.write(number, content)
        os.close(number)
        self._warn(f"{self.path} is damaged; what it held was set aside as {aside}")


def parse(content: bytes) -> tuple[list[Entry], int]:
    """Give the entries of a journal, and how many bytes of it are sound."""
    entries: list[Entry] = []
    place = 0
    while place < len(content):
        end = content.find(b"\n", place, place + 100)
        words = content[place:end].split() if end >= 0 else []
        if len(words) != 2 or not words[0].isdigit():
            break
        body = content[end + 1 : end + 1 + int(words[0])]
        if len(body) < int(words[0]) or digest(body).hex().encode() != words[1]:
            break
        what, _, report = body.partition(b"\n")
        uuid, status, began, ended, pid, host = what.decode().split(" ", 5)
        entries.append(Entry(uuid, host, int(began), int(ended), int(pid), status, report))
        place = end + 1 + len(body)
    return entries, place


def _is_cut_off(rest: bytes) -> bool:
    """Tell whether what is left is the beginning of an entry, as a killed run leaves it."""
    line, newline, body = rest.partition(b"\n")
    words = line.split()
    if not newline:
        return len(line) < 100 and line.replace(b" ", b"").isalnum()
    return len(words) == 2 and words[0].isdigit() and len(body) < int(words[0])


def unfinished(entries: list[Entry]) -> list[Entry]:
    """Give the runs that began and did not end."""
    going_on: dict[str, Entry] = {}
    for entry in entries:
        if entry.status == RUNNING:
            going_on[entry.uuid] = entry
        else:
            going_on.pop(entry.uuid, None)
    return list(going_on.values())


def digest(content: bytes) -> bytes:
    """Give what tells whether a content is what it was."""
    from _blake2 import blake2b

    return blake2b(content, digest_size=32).digest()


def reserve(directory: str) -> None:
    """Hold some space back."""
    path = f"{directory}/reserve"
    try:
        if os.stat(path).st_size == RESERVE:
            return
    except OSError:
        pass
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError:
        return
    try:
        os.posix_fallocate(number, 0, RESERVE)
    except OSError:
        pass  # there is no space to hold back
    finally:
        os.close(number)


def release(directory: str) -> bool:
    """Give back what was held back; tell whether there was anything."""
    try:
        os.unlink(f"{directory}/reserve")
    except OSError:
        return False
    return True
