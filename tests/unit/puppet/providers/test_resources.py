"""resources: what nobody declares goes, but for what the system needs."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.providers.resources.resources import last_system_uid


def removed(done: Any) -> list[str]:
    return [line.split("[")[1].split("]")[0] for line in done.said if line.endswith(": removed")]


@pytest.mark.parametrize(
    ("more", "gone"),
    [
        ({}, ["duck"]),
        ({"unless_system_user": 8}, ["news", "duck"]),
        ({"unless_system_user": "1500"}, []),
        ({"unless_uid": ["1500", [3]]}, []),
        ({"unless_uid": 1501}, ["duck"]),
        ({"purge": False}, []),
    ],
)
def test_users_that_are_no_longer_wanted(accounts: Any, more: Any, gone: list[str]) -> None:
    done = accounts.apply(("Resources", "user", {"purge": True, **more}))
    assert removed(done) == gone
    assert accounts.machine.users.user("root") is not None


def test_what_is_declared_stays(accounts: Any) -> None:
    kept: list[Any] = [("Group", name, {}) for name in ("root", "duck", "pond")]
    done = accounts.apply(("Resources", "group", {"purge": True}), *kept)
    assert removed(done) == ["lake"]
    assert accounts.apply(("Resources", "group", {"purge": True}), *kept).said == []


def test_purging_can_be_only_reported(accounts: Any) -> None:
    done = accounts.apply(("Resources", "user", {"purge": True, "noop": True}))
    assert "notice /User[duck]/ensure: current_value 'present', should be 'absent' (noop)" in (
        done.said
    )
    assert accounts.machine.users.user("duck") is not None


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [
        ("swan", {}, "Could not find resource type 'swan'"),
        ("exec", {"purge": True}, "Purging is only supported on types that accept 'ensure'"),
        ("user", {"unless_uid": [True]}, "Invalid value true."),
    ],
)
def test_what_is_rejected(accounts: Any, name: str, more: Any, message: str) -> None:
    assert message in accounts.apply(("Resources", name, more)).said[0]


def test_where_numbers_of_people_begin() -> None:
    assert last_system_uid(MemoryMachine({"/etc/login.defs": b" UID_MIN\t500\n"})) == 499
    assert last_system_uid(MemoryMachine({"/etc/login.defs": b"UID_MIN many\n"})) == 499
    assert last_system_uid(MemoryMachine({"/etc/login.defs": b"UID_MIN 2000 #\n"})) == 1999
    assert last_system_uid(MemoryMachine()) == 499


def test_any_type_that_can_be_listed(accounts: Any) -> None:
    files = accounts.machine.files
    files.replace("/etc/hosts", b"127.0.0.1 localhost\n192.0.2.1 pond\n# stays\n")
    kept = ("Host", "localhost", {"ip": "127.0.0.1"})
    done = accounts.apply(("Resources", "host", {"purge": True}), kept)
    assert removed(done) == ["pond"]
    assert files.read("/etc/hosts").endswith(b"127.0.0.1\tlocalhost\n# stays\n")
    assert accounts.apply(("Resources", "host", {"purge": True}), kept).said == []
