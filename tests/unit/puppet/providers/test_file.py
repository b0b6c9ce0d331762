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
