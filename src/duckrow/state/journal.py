"""A file to which runs append their beginning and their report, before the database has them.

    journal = Journal(directory, warn)
    journal.begin(uuid, host, began)        returns earlier runs that were killed
    journal.end(uuid, host, began, "changed", report)

Most runs change nothing and remember nothing: opening a database for them would take longer than
all the rest. Their reports are appended to one file, on the disk when `end` returns, and `Store`
moves them to the database when it is opened next.

1. An entry is a line with its length and digest, then a line that describes it, then the report. An
   entry that does not match its digest was not written to its end, or was damaged: it and all
   behind it is cut off, and copied to another file if it is more than a killed run leaves.
2. A process that reads in order to write holds the lock of the file. If it is killed while the
   database takes the entries over, both have them, which does no harm.
3. A beginning without an end is a run that goes on, or was killed if its process has ended: the
   next run says so.
"""

from __future__ import annotations

from time import strftime, time_ns

from duckrow.machine.files.private import (
    LockedFile,
    exists,
    make_private_directory,
    release_space,
    reserve_space,
    write_new_file,
)
from duckrow.machine.this_process import process_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ROOM = 256 << 10  # bytes up to which runs only append
RESERVE = 256 << 10  # bytes held back for the report of a run that fills the disk
RUNNING, INTERRUPTED = "running", "interrupted"


class Entry:
    """One run: its beginning, or its end with the report."""

    __slots__ = ("began", "ended", "host", "pid", "report", "status", "uuid")

    def __init__(
        self, uuid: str, host: str, began: int, ended: int, pid: int, status: str, report: bytes
    ) -> None:
        self.uuid = uuid
        self.host = host
        # Nanoseconds since 1970; a run that goes on has ended at 0.
        self.began = began
        self.ended = ended
        self.pid = pid
        self.status = status
        self.report = report

    def to_bytes(self) -> bytes:
        """Return the entry as the journal holds it."""
        numbers = f"{self.began} {self.ended} {self.pid}"
        what = f"{self.uuid} {self.status} {numbers} {self.host}\n".encode("utf-8", "replace")
        content = what + self.report
        return f"{len(content)} {digest(content).hex()}\n".encode() + content


class Journal:
    """The journal of one state directory."""

    __slots__ = ("_directory", "_warn", "path", "size")

    def __init__(self, directory: str, warn: Callable[[str], None]) -> None:
        """Find the journal in a directory, which is made; OSError if that is impossible."""
        make_private_directory(directory)
        self._directory = directory
        self._warn = warn
        self.path = f"{directory}/journal"
        self.size = 0

    @property
    def has_room(self) -> bool:
        """Return whether the database need not take the journal over yet."""
        return self.size < ROOM

    def begin(self, uuid: str, host: str, began: int) -> list[str]:
        """Note that a run begins; return the runs that were killed before they ended."""
        reserve(self._directory)
        file = self._open()
        try:
            entries = self._read(file)
            # This process has one run at a time: an earlier one with its number has ended.
            killed = [
                entry
                for entry in unfinished(entries)
                if entry.uuid != uuid and (entry.pid == process_id() or not is_alive(entry))
            ]
            for entry in killed:
                entry.status = INTERRUPTED
            new = [*killed, Entry(uuid, host, began, 0, process_id(), RUNNING, b"")]
            # To lose this note in a power cut does no harm, and a sync takes long.
            self.size = file.append(b"".join(entry.to_bytes() for entry in new))
        finally:
            file.close()
        return [entry.uuid for entry in killed]

    def end(self, uuid: str, host: str, began: int, status: str, report: str) -> None:
        """Note how a run ended, with its report, on the disk when this returns.

        An empty report says only that the run is over, since the database has the report.
        """
        content = report.encode("utf-8", "surrogatepass")
        text = Entry(uuid, host, began, time_ns(), process_id(), status, content).to_bytes()
        file = self._open()
        try:
            try:
                self.size = file.append(text)
            except OSError:
                if not release(self._directory):
                    raise
                self.size = file.append(text)
            if report:
                file.sync()
        finally:
            file.close()

    def take_over(self, work: Callable[[list[Entry]], None]) -> None:
        """Pass all runs that have ended to `work`, then drop them; runs that go on stay."""
        if not exists(self.path):
            return
        file = self._open()
        try:
            entries = self._read(file)
            ended = [entry for entry in entries if entry.status != RUNNING]
            if ended:
                work(ended)
                going_on = b"".join(entry.to_bytes() for entry in unfinished(entries))
                file.cut(0)
                self.size = file.append(going_on)
        finally:
            file.close()

    def _open(self) -> LockedFile:
        """Open the file and wait for its lock; closing the file releases it."""
        file = LockedFile(self.path)
        file.lock()
        return file

    def _read(self, file: LockedFile) -> list[Entry]:
        """Return all entries; a damaged end is cut off."""
        content = file.read()
        self.size = len(content)
        entries, good = parse(content)
        if good < len(content):
            if not is_cut_off(content[good:]):
                self._copy_damaged(content)
            file.cut(good)
            self.size = good
        return entries

    def _copy_damaged(self, content: bytes) -> None:
        aside = f"{self.path}.bad-{strftime('%Y%m%d-%H%M%S')}"
        try:
            write_new_file(aside, content)
        except FileExistsError:
            return  # it was copied a moment ago
        except OSError:
            return  # there is no space for a copy
        self._warn(f"{self.path} is damaged; its content was copied to {aside}")


def parse(content: bytes) -> tuple[list[Entry], int]:
    """Return the entries of a journal, and how many bytes of it are sound."""
    entries: list[Entry] = []
    position = 0
    while position < len(content):
        end = content.find(b"\n", position, position + 100)
        words = content[position:end].split() if end >= 0 else []
        if len(words) != 2 or not words[0].isdigit():
            break
        body = content[end + 1 : end + 1 + int(words[0])]
        if len(body) < int(words[0]) or digest(body).hex().encode() != words[1]:
            break
        what, _, report = body.partition(b"\n")
        uuid, status, began, ended, pid, host = what.decode().split(" ", 5)
        entries.append(Entry(uuid, host, int(began), int(ended), int(pid), status, report))
        position = end + 1 + len(body)
    return entries, position


def is_cut_off(rest: bytes) -> bool:
    """Return whether the rest is the beginning of an entry, as a killed run leaves it."""
    line, newline, body = rest.partition(b"\n")
    words = line.split()
    if not newline:
        return len(line) < 100 and line.replace(b" ", b"").isalnum()
    return len(words) == 2 and words[0].isdigit() and len(body) < int(words[0])


def unfinished(entries: list[Entry]) -> list[Entry]:
    """Return the runs that began and did not end."""
    going_on: dict[str, Entry] = {}
    for entry in entries:
        if entry.status == RUNNING:
            going_on[entry.uuid] = entry
        else:
            going_on.pop(entry.uuid, None)
    return list(going_on.values())


def is_alive(entry: Entry) -> bool:
    """Return whether the process of a run still exists; another may have got its number."""
    from duckrow.machine.processes.table import TICKS, boot_time, start_of

    start = start_of(entry.pid)
    return start is not None and boot_time() + start // TICKS <= entry.began // 1_000_000_000 + 1


def digest(content: bytes) -> bytes:
    """Return a digest that shows later whether a content is unchanged."""
    from _blake2 import blake2b

    return blake2b(content, digest_size=32).digest()


def reserve(directory: str) -> None:
    """Hold some space of the disk back."""
    reserve_space(f"{directory}/reserve", RESERVE)


def release(directory: str) -> bool:
    """Free the space that was held back; return False when there was none."""
    return release_space(f"{directory}/reserve")
