"""Commands: their conditions, their output, and background commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.promises.commands.contain import NOBODY
from duckrow.cfengine.promises.commands.keep import wait_for_background
from duckrow.cfengine.promises.commands.output import prefix_of
from duckrow.machine.local import LocalMachine
from duckrow.machine.memory import MemoryMachine

from .policies import run

PROGRAM = "/usr/bin/tool"


@pytest.fixture
def machine() -> MemoryMachine:
    made = MemoryMachine(
        {
            PROGRAM: b"",
            "/etc/passwd": b"duck:x:1000:1000::/home/duck:/bin/sh\n",
            "/etc/group": b"duck:x:1000:\npond:x:2000:duck\n",
        },
        {(PROGRAM,): (0, b"quack\n"), ("/bin/sh",): (0, b"")},
    )
    made.files.set_mode(PROGRAM, 0o755)
    return made


def commands(machine: MemoryMachine, promise: str, body: str = "") -> list[str]:
    text = f"bundle agent main {{ commands: {promise} }} body contain c {{ {body} }}"
    return run(text, machine).said


def test_with_and_without_a_shell(machine: MemoryMachine) -> None:
    commands(machine, f'"{PROGRAM} a \'b c\'" args => "d", arglist => {{ "e f" }};')
    assert machine.commands.vectors == [[PROGRAM, "a", "b c", "d", "e", "f"]]
    commands(machine, f'"{PROGRAM} $HOME" contain => c;', 'useshell => "true";')
    assert machine.commands.vectors[-1] == ["sh", "-c", f"{PROGRAM} $HOME"]


def test_conditions(machine: MemoryMachine) -> None:
    commands(
        machine,
        f'"{PROGRAM}" contain => c;',
        'exec_owner => "duck"; exec_group => "pond"; umask => "27"; exec_timeout => "7";'
        'chdir => "/tmp"; chroot => "/jail";',
    )
    (command,) = machine.commands.asked
    assert (command.uid, command.gid, command.groups) == (1000, 2000, [1000, 2000])
    assert (command.umask, command.timeout) == (0o27, 7.0)
    assert (command.directory, command.root) == ("/tmp", "/jail")


def test_without_promised_groups(machine: MemoryMachine) -> None:
    commands(machine, f'"{PROGRAM}" contain => c;', 'exec_owner => "duck";')
    (command,) = machine.commands.asked
    assert (command.uid, command.gid, command.groups, command.umask) == (1000, None, None, 0o77)


def test_an_unknown_user_is_never_root(machine: MemoryMachine) -> None:
    said = commands(machine, f'"{PROGRAM}" contain => c;', 'exec_owner => "swan";')
    assert said[0] == "    info: Could not get UID for user 'swan', (getpwnam: not found)"
    assert [each.uid for each in machine.commands.asked] == [NOBODY]


def test_a_group_needs_a_user(machine: MemoryMachine) -> None:
    said = commands(machine, f'"{PROGRAM}" contain => c;', 'exec_group => "pond";')
    assert any("Unable to get login groups" in line for line in said)
    assert machine.commands.asked == []


def test_a_world_writable_program_is_not_run(machine: MemoryMachine) -> None:
    machine.files.set_mode(PROGRAM, 0o757)
    said = commands(machine, f'"{PROGRAM}";')
    assert said[0].endswith(f"promised executable '{PROGRAM}' is world writable! ")
    assert machine.commands.asked == []


def test_prefixes() -> None:
    assert prefix_of("/bin/echo one two") == "/bin/echo one t"
    assert prefix_of("/usr/local/bin/something else") == "/something else"[:15]
    assert prefix_of("ls") == "ls"


def test_the_background_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "done"
    ran = run(
        f"bundle agent main {{ commands: \"/bin/sh -c 'sleep 0.1; echo x > {path}'\""
        ' action => background, classes => outcome("x"); }'
        'body action background { background => "true"; }',
        LocalMachine(),
    )
    assert ran.classes == []
    wait_for_background(ran.context)
    assert path.read_text() == "x\n"
