"""Access lists as data."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.files.acl_entries import (
    AccessList,
    EntryError,
    apply_entry,
    check_entry,
)
from duckrow.machine.files.memory import MemoryFiles
from duckrow.machine.users.users import Users


@pytest.fixture
def users() -> Users:
    return Users(
        MemoryFiles(
            {
                "/etc/passwd": b"root:x:0:0::/:/bin/sh\nduck:x:7:8::/:/bin/sh\n",
                "/etc/group": b"root:x:0:\nducks:x:8:\n",
            }
        )
    )


def test_a_mode_as_an_access_list(users: Users) -> None:
    assert AccessList.from_mode(0o640).shown(users) == "user::rw-,group::r--,other::---"


def test_entries_are_added_and_changed(users: Users) -> None:
    found = AccessList.from_mode(0o640)
    for entry in ("user:duck:rw", "group:ducks:=r,+x", "user:*:-w", "all:r"):
        assert apply_entry(found, entry, users) is False
    found.compute_mask()
    assert found.shown(users) == (
        "user::r--,user:duck:rw-,group::r--,group:ducks:r-x,mask::rwx,other::r--"
    )
    assert found.problem() is None
    assert apply_entry(found, "mask:r", users) is True


def test_the_format_of_the_kernel(users: Users) -> None:
    found = AccessList.from_mode(0o751)
    apply_entry(found, "user:duck:rwx", users)
    found.compute_mask()
    assert AccessList.from_bytes(found.to_bytes()) == found


def test_an_unknown_user(users: Users) -> None:
    with pytest.raises(EntryError) as caught:
        apply_entry(AccessList(), "user:drake:rw", users)
    assert caught.value.rest == ":rw"


@pytest.mark.parametrize(
    ("entries", "index"),
    [
        (["user:duck:rw"], 0),
        (["user:*:rw"], 1),
        (["user:*:rw", "user:duck:rw", "group:*:r", "all:r"], 3),
        (["group:*:r", "all:r"], 0),
    ],
)
def test_missing_entries(users: Users, entries: list[str], index: int) -> None:
    found = AccessList()
    for entry in entries:
        apply_entry(found, entry, users)
    problem = found.problem()
    assert problem is not None
    assert problem[0] == index


@pytest.mark.parametrize(
    ("entry", "kind", "is_right"),
    [
        ("user:duck:rw", "generic", True),
        ("user:duck:rw:allow", "posix", True),
        ("user:duck:rw:deny", "posix", False),
        ("user:duck:rw:deny", "ntfs", True),
        ("user:duck", "posix", False),
        ("user::rw", "posix", False),
        ("mask:rw", "generic", False),
        ("mask:rw", "posix", True),
        ("all:", "posix", True),
        ("other:rw", "posix", False),
        ("all:rq", "posix", False),
        ("all:=r,-x", "posix", True),
    ],
)
def test_entries_are_checked(entry: str, kind: str, is_right: bool) -> None:
    assert (check_entry(entry, kind) is None) is is_right
