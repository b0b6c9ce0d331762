"""file: changes that are planned for a state, and how they are told."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.providers.base import Change
from duckrow.puppet.providers.file.diff import unified
from duckrow.puppet.providers.file.posix import Posix
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.file import BEHAVIOUR


def wanted(**given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, "/a", given)
    desired.provider = Posix()
    BEHAVIOUR.fill(desired)
    return desired


def planned(machine: MemoryMachine, desired: Desired) -> list[Change]:
    return list(desired.provider.plan(desired.provider.read(machine, desired), desired))


def test_content_is_planned_then_there() -> None:
    machine = MemoryMachine({"/a": b"old"})
    desired = wanted(content="new")
    (change,) = planned(machine, desired)
    assert machine.files.read("/a") == b"old"
    change.carry_out(machine)
    assert machine.files.read("/a") == b"new"
    assert change.message_after().startswith("content changed '{sha256}")
    assert planned(machine, desired) == []


def test_symbolic_mode_is_reported_with_its_text() -> None:
    machine = MemoryMachine({"/a": b""})
    machine.files.set_mode("/a", 0o644)
    (change,) = planned(machine, wanted(mode="u+x"))
    assert change.message_after() == "mode changed '0644' to '0744' (u+x)"


def test_a_link_has_the_group_of_an_owner_who_may_write() -> None:
    machine = MemoryMachine({"/etc/passwd": b"duck:x:7:8::/:/bin/sh\n", "/etc/group": b"d:x:8:\n"})
    desired = wanted(ensure="link", target="/etc", owner="duck")
    for bits, gid in ((0o777, 8), (0o755, 0)):
        machine.files.set_mode("/", bits)
        for change in planned(machine, desired):
            change.carry_out(machine)
        found = machine.files.facts("/a")
        assert found is not None
        assert (found.uid, found.gid) == (7, gid)
        machine.files.remove("/a")


def test_content_is_not_among_what_is_remembered() -> None:
    assert "pond" not in str(wanted(content="pond").values)


def test_secret_content_makes_ensure_secret() -> None:
    desired = Desired(BEHAVIOUR, "/a", {"content": "x"}, sensitive=("content",))
    BEHAVIOUR.fill(desired)
    assert desired.is_sensitive("ensure")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"mode": "0999"}, 'The file mode specification is invalid: "0999"'),
        ({"mode": 420}, "must be a string, not 'Integer'"),
        ({"content": "x", "target": "/y"}, "more than one of content, source, target"),
        ({"source": "ftp://x/y"}, "Cannot use URLs of type 'ftp'"),
        ({"source": "y"}, "Cannot use relative URLs 'y'"),
    ],
)
def test_what_is_rejected(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        wanted(**given)


def test_diff_marks_a_missing_newline() -> None:
    text = unified("/a", b"x\ny\n", b"x\nz", None)
    assert text.endswith(" x\n-y\n+z\n\\ No newline at end of file\n")
