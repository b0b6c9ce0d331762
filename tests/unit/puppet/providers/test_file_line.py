"""file_line: which lines are written, and that a second look finds nothing to do."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.providers.base import Change, ProviderError
from duckrow.puppet.providers.file_line.ruby import Ruby
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.file_line import BEHAVIOUR


def wanted(**given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, "a line", {"path": "/f", **given})
    desired.provider = Ruby()
    BEHAVIOUR.fill(desired)
    return desired


def planned(machine: MemoryMachine, desired: Desired) -> list[Change]:
    return list(desired.provider.plan(desired.provider.read(machine, desired), desired))


def applied(content: bytes, **given: Any) -> bytes:
    machine, desired = MemoryMachine({"/f": content}), wanted(**given)
    for change in planned(machine, desired):
        change.carry_out(machine)
    assert planned(machine, desired) == []
    return machine.files.read("/f")


@pytest.mark.parametrize(
    ("before", "given", "after"),
    [
        (b"", {"line": "a"}, b"a\n"),
        (b"x", {"line": "a"}, b"x\na\n"),
        (b"a", {"line": "a"}, b"a"),
        (b" a\n", {"line": "a"}, b" a\na\n"),
        (b"a\r\n", {"line": "a"}, b"a\r\n"),
        (b"k=1\nz\n", {"line": "k=2", "match": "^k="}, b"k=2\nz\n"),
        (b"k=1\nz\n", {"line": "q", "after": "^k"}, b"k=1\nq\nz\n"),
        (b"\xff\n", {"line": "a"}, b"\xff\na\n"),
        (b"caf\xe9\n", {"line": "x", "match": "^caf.$", "encoding": "latin1"}, b"x\n"),
        (b"a\nb\na\n", {"ensure": "absent", "line": "a"}, b"b\n"),
    ],
)
def test_lines(before: bytes, given: dict[str, Any], after: bytes) -> None:
    assert applied(before, **given) == after


def test_planning_touches_nothing() -> None:
    machine = MemoryMachine({"/f": b"x\n"})
    (change,) = planned(machine, wanted(line="a"))
    assert machine.files.read("/f") == b"x\n"
    assert change.message_after() == "created"


def test_several_matches_are_rejected_and_nothing_changes() -> None:
    machine = MemoryMachine({"/f": b"a1\na2\n"})
    (change,) = planned(machine, wanted(line="b", match="^a"))
    with pytest.raises(ProviderError, match="More than one line in file '/f' matches"):
        change.carry_out(machine)
    assert machine.files.read("/f") == b"a1\na2\n"


def test_missing_file_is_no_trouble_in_noop() -> None:
    machine, desired = MemoryMachine(), wanted(line="a", noop=True)
    assert [change.noop_message() for change in planned(machine, desired)] == [
        "current_value 'absent', should be 'present' (noop)"
    ]
    with pytest.raises(ProviderError, match="No such file or directory @ rb_sysopen - /f"):
        planned(machine, wanted(line="a"))


def test_bytes_that_are_no_text_are_reported() -> None:
    machine = MemoryMachine({"/f": b"\xff\n"})
    with pytest.raises(ProviderError, match="invalid byte sequence in UTF-8"):
        planned(machine, wanted(line="a", match="^a"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"path": "f", "line": "a"}, "File paths must be fully qualified, not 'f'"),
        ({}, "line is a required attribute"),
        (
            {"line": "a", "replace": False, "replace_all_matches_not_matching_line": True},
            "replace must be true when",
        ),
    ],
)
def test_rejected(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        wanted(**given)
