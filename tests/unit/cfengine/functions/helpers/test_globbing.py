"""Shell patterns, on a machine in memory."""

from __future__ import annotations

import pytest

from duckrow.cfengine.functions.helpers.globbing import find_files
from duckrow.machine.memory import MemoryMachine

PATHS = ("/d/a.txt", "/d/b.txt", "/d/.c.txt", "/d/x-y", "/d/s/e.txt", "/d/s/[z].txt", "/d/A.TXT")


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("/d/*.txt", ["a.txt", "b.txt"]),
        ("/d/?.txt", ["a.txt", "b.txt"]),
        ("/d/[!a].txt", ["b.txt"]),
        ("/d/[a-b].txt", ["a.txt", "b.txt"]),
        ("/d/[[:upper:]].*", ["A.TXT"]),
        ("/d/.*.txt", [".c.txt"]),
        ("/d/x[-]y", ["x-y"]),
        ("/d/x[!a-z]y", ["x-y"]),
        ("/d/[unclosed", []),
        ("/d/*/e.txt", ["s/e.txt"]),
        ("/d/*/", ["s/"]),
        ("/d/s/\\[z\\].txt", ["s/[z].txt"]),
        ("/d/a.txt", ["a.txt"]),
        ("/d/a.txt/", []),
        ("/d/a.txt/*", []),
        ("/nothing/*", []),
        ("/d/**/*.txt", ["s/[z].txt", "s/e.txt"]),
        ("/d/[z-a].txt", []),
        ("/d/[!z-a].txt", ["a.txt", "b.txt"]),
        ("/d/[[.a.][=b=]].txt", ["a.txt", "b.txt"]),
        ("/d/[[:nothing:]a].txt", []),
        ("/d/[]a].txt", ["a.txt"]),
        ("/d/[a-].txt", ["a.txt"]),
    ],
)
def test_patterns(pattern: str, names: list[str]) -> None:
    machine = MemoryMachine(dict.fromkeys(PATHS, b""))
    assert find_files(machine.files, pattern) == [f"/d/{name}" for name in names]


def test_names_are_bytes_and_hidden_ones_need_a_dot() -> None:
    machine = MemoryMachine(dict.fromkeys(("/e/é", "/e/.h"), b""))
    assert find_files(machine.files, "/e/?") == []
    assert find_files(machine.files, "/e/??") == ["/e/é"]
    assert sorted(find_files(machine.files, "/e/.*")) == ["/e/.", "/e/..", "/e/.h"]
