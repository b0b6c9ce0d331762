"""Processes are signalled, except those that the host needs."""

from __future__ import annotations

from signal import SIGHUP, SIGKILL, SIGTERM

import pytest

from duckrow.machine.memory import MemoryMachine

from .policies import Ran, run

LEGEND = "USER PID PPID PGID %CPU %MEM VSZ NI RSS TTY NLWP STIME ELAPSED TIME COMMAND"


@pytest.fixture
def machine() -> MemoryMachine:
    lines = [LEGEND] + [
        f"{user} {pid} 1 1 0.0 0.0 100 0 10 ? 1 10:00 00:10 00:00:01 {command}"
        for user, pid, command in (
            ("root", 1, "/sbin/init duck"),
            ("root", 2, "[kthreadd duck]"),
            ("root", 40, "duck pond"),
            ("fred", 41, "duck lake"),
        )
    ]
    return MemoryMachine(answers={("ps",): (0, "\n".join(lines).encode() + b"\n")})


def processes(machine: MemoryMachine, promise: str, *, dry: bool = False) -> Ran:
    bodies = (
        'body process_select of(user) { process_owner => { "$(user)" };'
        ' process_result => "process_owner"; }'
    )
    return run(f"bundle agent main {{ processes: {promise} }} {bodies}", machine, dry=dry)


def test_signals_in_order(machine: MemoryMachine) -> None:
    ran = processes(
        machine,
        '"duck" signals => { "term", "0s", "kill" }, restart_class => "again",'
        ' classes => outcome("x");',
    )
    assert machine.commands.signalled == [
        (40, SIGTERM), (40, SIGKILL), (41, SIGTERM), (41, SIGKILL),
    ]  # fmt: skip
    assert ran.context.is_defined("again")
    assert "repaired_x" in ran.classes


def test_init_gets_only_sighup(machine: MemoryMachine) -> None:
    processes(machine, '"init" signals => { "hup" };')
    assert machine.commands.signalled == [(1, SIGHUP)]
    processes(machine, '"init" signals => { "hup", "term" };')
    assert machine.commands.signalled == [(1, SIGHUP)]


def test_selected_by_owner(machine: MemoryMachine) -> None:
    processes(machine, '"duck" process_select => of("fr.*"), signals => { "kill" };')
    assert machine.commands.signalled == [(41, SIGKILL)]


def test_a_dry_run_signals_nobody(machine: MemoryMachine) -> None:
    ran = processes(machine, '"pond" signals => { "kill" };', dry=True)
    assert machine.commands.signalled == []
    assert ran.said[0].startswith("   error: Need to keep signal promise 'kill' in process entry")


def test_the_table_is_read_once_for_a_section(machine: MemoryMachine) -> None:
    processes(machine, '"duck"; "pond"; "lake" restart_class => "x";')
    assert len(machine.commands.asked) == 1


def test_no_table() -> None:
    ran = processes(MemoryMachine(), '"duck" restart_class => "again", classes => outcome("x");')
    assert ran.said[0].startswith("   error: Couldn't open the process list with command '/bin/ps")
