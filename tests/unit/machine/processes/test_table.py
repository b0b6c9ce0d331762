"""The table of processes."""

from __future__ import annotations

import os
from pathlib import Path

from duckrow.machine.processes.table import Process, descendants, read_process, read_table


def test_we_are_in_it() -> None:
    me = next(process for process in read_table() if process.pid == os.getpid())
    assert me.parent == os.getppid()
    assert me.uid == os.getuid()
    assert me.argv
    assert me.start > 0


def test_names_with_parentheses_and_odd_bytes(tmp_path: Path) -> None:
    (tmp_path / "7").mkdir()
    fields = " ".join(str(number) for number in range(40))
    (tmp_path / "7" / "stat").write_bytes(b"7 (a) (b\xff) S " + fields.encode())
    (tmp_path / "7" / "cmdline").write_bytes(b"/bin/a\0b c\0")
    process = read_process(7, str(tmp_path))
    assert process is not None
    assert (process.name, process.state, process.parent) == ("a) (b\udcff", "S", 0)
    assert process.argv == ("/bin/a", "b c")
    assert process.command == "/bin/a b c"
    assert read_process(8, str(tmp_path)) is None


def test_descendants() -> None:
    table = [Process(2, 1), Process(3, 2), Process(4, 3), Process(5, 1)]
    assert [process.pid for process in descendants(table, {2})] == [3, 4]
