"""The table of processes, read from /proc."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


_PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


class Process:
    """One process; `pid` and `start`, in ticks since boot, identify it."""

    __slots__ = (
        "argv",
        "group",
        "name",
        "nice",
        "parent",
        "pid",
        "resident",
        "session",
        "size",
        "start",
        "state",
        "terminal",
        "threads",
        "ticks",
        "uid",
    )

    def __init__(
        self,
        pid: int,
        parent: int,
        group: int = 0,
        session: int = 0,
        uid: int = 0,
        state: str = "S",
        start: int = 0,
        name: str = "",
        argv: tuple[str, ...] = (),
    ) -> None:
        self.pid = pid
        self.parent = parent
        self.group = group
        self.session = session
        self.uid = uid
        self.state = state
        self.start = start
        self.name = name
        self.argv = argv
        # Bytes of virtual and resident memory; ticks of processor time; the terminal number.
        self.size = 0
        self.resident = 0
        self.ticks = 0
        self.nice = 0
        self.threads = 1
        self.terminal = 0

    @property
    def command(self) -> str:
        """Return the command line as `ps` shows it; kernel threads have a name in brackets."""
        return " ".join(self.argv) if self.argv else f"[{self.name}]"


def read_table(proc: str = "/proc", *, with_argv: bool = True) -> list[Process]:
    """Read all processes in order of their ids; those that end meanwhile are left out."""
    table: list[Process] = []
    for pid in sorted(int(name) for name in os.listdir(proc) if name.isdigit()):
        process = read_process(pid, proc, with_argv=with_argv)
        if process is not None:
            table.append(process)
    return table


def read_process(pid: int, proc: str = "/proc", *, with_argv: bool = True) -> Process | None:
    """Read one process, or return None if it does not exist."""
    try:
        with open(f"{proc}/{pid}/stat", "rb") as file:
            line = file.read()
            uid = os.fstat(file.fileno()).st_uid
        argv: tuple[str, ...] = ()
        if with_argv:
            with open(f"{proc}/{pid}/cmdline", "rb") as file:
                words = file.read().rstrip(b"\0")
            argv = tuple(map(os.fsdecode, words.split(b"\0"))) if words else ()
    except OSError:
        return None
    # The name may contain spaces and parentheses; the last parenthesis ends it.
    before, _, after = line.rpartition(b")")
    name = before.partition(b"(")[2]
    fields = after.split()
    process = Process(
        pid,
        int(fields[1]),
        int(fields[2]),
        int(fields[3]),
        uid,
        fields[0].decode(),
        int(fields[19]),
        os.fsdecode(name),
        argv,
    )
    process.terminal = int(fields[4])
    process.ticks = int(fields[11]) + int(fields[12])
    process.nice = int(fields[16])
    process.threads = int(fields[17])
    process.size = int(fields[20])
    process.resident = int(fields[21]) * _PAGE
    return process


def start_of(pid: int) -> int | None:
    """Return when a process started, in ticks since boot; None if it has ended."""
    found = read_process(pid, with_argv=False)
    return None if found is None or found.state in "ZX" else found.start


def boot_time(proc: str = "/proc") -> int:
    """Return when the kernel started, in seconds since 1970; 0 if unknown."""
    try:
        with open(f"{proc}/stat", "rb") as file:
            for line in file:
                if line.startswith(b"btime "):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


def descendants(table: Iterable[Process], roots: set[int]) -> list[Process]:
    """Return the descendants of some processes, without these processes."""
    children: dict[int, list[Process]] = {}
    for process in table:
        children.setdefault(process.parent, []).append(process)
    found: list[Process] = []
    waiting = list(roots)
    seen = set(roots)
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child.pid not in seen:
                seen.add(child.pid)
                found.append(child)
                waiting.append(child.pid)
    return found
