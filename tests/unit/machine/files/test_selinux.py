"""What the policy says, asked of a tool that is not here."""

from __future__ import annotations

from duckrow.machine.files.selinux import ENFORCING, Selinux, split_context
from duckrow.machine.memory import MemoryMachine

CONTEXT = b"system_u:object_r:etc_t:s0:c1,c2\n"


def test_contexts() -> None:
    machine = MemoryMachine(
        {ENFORCING: b"1"},
        {
            ("matchpathcon", "-n", "-m", "dir", "/etc"): (0, CONTEXT),
            ("matchpathcon",): (0, b"<<none>>\n"),
        },
    )
    selinux = Selinux(machine.files, machine.commands)
    assert selinux.default_context("/etc", "directory") == CONTEXT.decode().strip()
    assert selinux.default_context("/etc", "directory") is not None
    assert len(machine.commands.asked) == 1
    assert selinux.default_context("/tmp/x") is None


def test_without_a_policy_nothing_is_asked() -> None:
    machine = MemoryMachine({}, {("matchpathcon",): (0, CONTEXT)})
    assert Selinux(machine.files, machine.commands).default_context("/etc") is None
    assert machine.commands.asked == []


def test_parts() -> None:
    assert split_context("a:b:c:s0:c1,c2") == ("a", "b", "c", "s0:c1,c2")
    assert split_context("a:b:c") == ("a", "b", "c", "")
