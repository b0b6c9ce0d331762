"""group: numbers and members."""

from __future__ import annotations

from typing import Any


def test_a_group_comes_changes_and_goes(accounts: Any) -> None:
    assert accounts.apply(("Group", "sea", {"gid": "2000"})).said == [
        "notice /Group[sea]/ensure: created"
    ]
    assert accounts.apply(("Group", "sea", {"gid": 2001})).said == [
        "notice /Group[sea]/gid: gid changed 2000 to 2001"
    ]
    assert accounts.apply(("Group", "sea", {"gid": "2001"})).said == []
    assert accounts.apply(("Group", "sea", {"ensure": "absent"})).said == [
        "notice /Group[sea]/ensure: removed"
    ]
    assert accounts.machine.users.group("sea") is None


def test_members_are_added_or_all_there_are(accounts: Any) -> None:
    more = ("Group", "pond", {"members": ["root"]})
    assert accounts.apply(more).said == [
        "notice /Group[pond]/members: members changed duck to 'duck,root'"
    ]
    assert accounts.apply(more).said == []
    only = ("Group", "pond", {"members": "root", "auth_membership": True})
    assert accounts.apply(only).changed == ["Group[pond]"]
    assert accounts.machine.users.group("pond").members == ("root",)
    assert accounts.apply(("Group", "pond", {"members": ["swan"]})).failed == ["Group[pond]"]


def test_a_number_that_is_taken_needs_leave(accounts: Any) -> None:
    assert accounts.apply(("Group", "sea", {"gid": 1700})).failed == ["Group[sea]"]
    assert accounts.apply(("Group", "sea", {"gid": 1700, "allowdupe": True})).failed == []


def test_a_number_is_a_number(accounts: Any) -> None:
    said = accounts.apply(("Group", "sea", {"gid": "many"})).said
    assert said == ["err Puppet: Parameter gid failed on Group[sea]: Invalid GID many"]
