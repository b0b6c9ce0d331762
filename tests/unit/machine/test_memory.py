"""A machine in memory answers what it was told, and refuses what it was told to refuse."""

from __future__ import annotations

from errno import EROFS

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.machine.processes.command import Command, result_of


def test_commands_by_the_longest_prefix() -> None:
    machine = MemoryMachine(answers={("apt-get",): (0, b"any"), ("apt-get", "update"): (1, b"no")})
    assert machine.commands.run(Command(["/usr/bin/apt-get", "update"])).status == 1
    assert machine.commands.run(Command(["apt-get", "-y", "install"])).text == "any"
    assert machine.commands.vectors[1] == ["apt-get", "-y", "install"]
    assert machine.commands.find("apt-get") == "/usr/bin/apt-get"
    assert machine.commands.find("yum") is None
    with pytest.raises(FileNotFoundError):
        machine.commands.run(Command(["yum"]))


def test_answers_that_look_at_the_command() -> None:
    machine = MemoryMachine()
    machine.commands.answers["cat",] = lambda command: result_of(0, command.stdin or b"")
    assert machine.commands.run(Command(["cat"], stdin=b"fed")).text == "fed"


def test_failing_paths() -> None:
    machine = MemoryMachine({"/etc/a/b": b"1"})
    machine.files.failing["/etc/a/b"] = EROFS
    with pytest.raises(OSError, match="Read-only"):
        machine.files.replace("/etc/a/b", b"2")
    assert machine.files.read("/etc/a/b") == b"1"
