"""The process table on a host without ps."""

from __future__ import annotations

from duckrow.cfengine.promises.processes import kernel
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.processes.table import TICKS, Process


class Asked:
    """The part of a context that the table needs."""

    def __init__(self, machine: MemoryMachine) -> None:
        self.machine = machine


def test_a_line() -> None:
    machine = MemoryMachine({"/etc/passwd": b"duck:x:1000:1000::/:/bin/sh\n"})
    process = Process(7, 1, 7, 7, 1000, "S", 100 * TICKS, "quack", ("quack", "loud"))
    process.size, process.resident, process.ticks = 2048 * 1024, 1024 * 1024, 75 * TICKS
    process.threads, process.nice, process.terminal = 3, -5, 136 << 8 | 2
    other = Process(2, 0, uid=4242, name="kthreadd")
    machine.commands.processes = [other, process]
    lines = kernel.lines_of(Asked(machine))  # type: ignore[arg-type]
    columns = dict(zip(kernel.LEGEND.split(), lines[1].split(None, 14), strict=True))
    assert columns["USER"] == "duck"
    assert (columns["PID"], columns["PPID"], columns["PGID"]) == ("7", "1", "7")
    assert (columns["VSZ"], columns["RSS"], columns["NLWP"]) == ("2048", "1024", "3")
    assert (columns["NI"], columns["TTY"], columns["TIME"]) == ("-5", "pts/2", "00:01:15")
    assert columns["COMMAND"] == "quack loud"
    assert lines[0].startswith("4242 2 0 ")
    assert lines[0].endswith(" [kthreadd]")


def test_durations() -> None:
    assert kernel._length(75) == "01:15"
    assert kernel._length(3675) == "01:01:15"
    assert kernel._length(2 * 86400 + 60) == "2-00:01:00"
