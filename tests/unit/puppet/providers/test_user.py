"""user: accounts come, change and go; what is secret is never told."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.machine.processes.memory import MemoryCommands
from duckrow.machine.users.local import LocalUsers
from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.user.useradd import Useradd
from duckrow.puppet.resources.desired import Desired
from duckrow.puppet.resources.user import BEHAVIOUR

HASH = "$6$new$hash"


def wanted(title: str, **given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, title, {"ensure": "present", **given})
    desired.provider = Useradd()
    desired.provider.bind(MemoryMachine())
    BEHAVIOUR.fill(desired)
    return desired


def test_an_account_with_all_it_can_have(accounts: Any) -> None:
    wanted = (
        "User",
        "goose",
        {
            "ensure": "present",
            "uid": "1800",
            "gid": "pond",
            "groups": ["lake"],
            "comment": "A Goose",
            "home": "/home/g",
            "managehome": True,
            "shell": "/bin/sh",
            "password": HASH,
            "password_min_age": "1",
            "password_max_age": 90,
            "password_warn_days": 5,
            "expiry": "2030-01-31",
        },
    )
    done = accounts.apply(wanted)
    assert done.said == ["notice /User[goose]/ensure: created"]
    users = accounts.machine.users
    goose, secret = users.user("goose"), users.secret("goose")
    assert (goose.uid, goose.gid, goose.comment, goose.home) == (1800, 1600, "A Goose", "/home/g")
    assert (secret.password, secret.minimum, secret.maximum, secret.warn) == (HASH, 1, 90, 5)
    assert secret.expires == 21945
    assert [group.name for group in users.groups_with("goose")] == ["lake"]
    assert accounts.machine.files.facts("/home/g").uid == 1800
    assert accounts.apply(wanted).said == []


def test_nothing_wanted_is_nothing_done(accounts: Any) -> None:
    assert accounts.apply(("User", "goose", {})).said == []
    assert accounts.machine.users.user("goose") is None


def test_groups_stay_unless_they_are_all_that_is_wanted(accounts: Any) -> None:
    more = ("User", "duck", {"groups": ["lake", "lake"]})
    assert accounts.apply(more).said == [
        "notice /User[duck]/groups: groups changed pond to ['lake', 'pond']"
    ]
    assert accounts.apply(more).said == []
    only = ("User", "duck", {"groups": [], "membership": "inclusive"})
    assert accounts.apply(only).said == [
        "notice /User[duck]/groups: groups changed pond,lake to []"
    ]
    assert accounts.machine.users.groups_with("duck") == []


def test_the_first_group_that_there_is(accounts: Any) -> None:
    wanted = ("User", "duck", {"gid": ["sea", "lake"]})
    assert accounts.apply(wanted).said == ["notice /User[duck]/gid: gid changed 1500 to 'sea'"]
    assert accounts.machine.users.user("duck").gid == 1700
    assert accounts.apply(wanted).said == []
    failed = accounts.apply(("User", "duck", {"gid": ["sea", "ocean"]}))
    assert "err Puppet: Could not find group(s) sea,ocean" in failed.said


@pytest.mark.parametrize("noop", [False, True])
@pytest.mark.parametrize("secret", [(), ("password",)])
def test_hashes_of_passwords_are_never_reported(
    accounts: Any, secret: tuple[str, ...], noop: bool
) -> None:
    values = {"password": HASH, "audit": "all"}
    done = accounts.apply(("User", "duck", values), secret=secret, is_noop=noop)
    assert any("[redacted] to [redacted]" in line or "(noop)" in line for line in done.said)
    assert HASH not in done.text()
    assert "$6$old" not in done.text()


def test_a_hash_that_is_only_looked_at_is_not_reported(accounts: Any) -> None:
    done = accounts.apply(("User", "duck", {"ensure": "present", "audit": ["password"]}))
    assert done.said
    assert "$6$old" not in done.text()


def test_a_hash_that_would_be_another_field_is_rejected(accounts: Any) -> None:
    done = accounts.apply(("User", "duck", {"password": "a:b"}))
    assert "Passwords cannot include ':'" in done.said[0]


def with_tools(answer: tuple[int, bytes]) -> MemoryMachine:
    """Give a machine whose accounts are changed by a tool that has one answer."""
    machine = MemoryMachine({"/etc/passwd": b""})
    machine._users = LocalUsers(machine.files, MemoryCommands({("useradd",): answer}), "/none")
    return machine


def test_what_no_tool_can_be_given_is_rejected() -> None:
    machine = with_tools((0, b""))
    option, two_lines = wanted("-r"), wanted("duck", password="a\nb")
    with pytest.raises(ProviderError, match="Could not create user -r: not a name"):
        option.provider.create(machine, option, {})
    with pytest.raises(ProviderError, match="the password hash of duck holds a character"):
        two_lines.provider.create(machine, two_lines, {})


def test_commands_with_secrets_are_not_reported() -> None:
    machine = with_tools((4, b"useradd: no"))
    plain, secret = wanted("swan", comment="white"), wanted("swan", comment="white", password="x")
    with pytest.raises(ProviderError, match="-c white -M swan' returned 4: useradd: no"):
        plain.provider.create(machine, plain, {})
    with pytest.raises(ProviderError, match=r"Execution of '\[redacted\]' returned 4: useradd: no"):
        secret.provider.create(machine, secret, {})


def test_an_account_that_somebody_else_made_meanwhile_is_seen(accounts: Any) -> None:
    machine = accounts.machine
    assert machine.users.user("swan") is None
    content = machine.files.read("/etc/passwd")
    machine.files.clock_ns += 1
    machine.files.replace("/etc/passwd", content + b"swan:x:1900:1500::/:/bin/sh\n")
    assert accounts.apply(("User", "swan", {"ensure": "present"})).said == []


def test_groups_come_before_their_users(accounts: Any) -> None:
    done = accounts.apply(
        ("User", "goose", {"gid": "2000", "groups": ["flock"]}),
        ("Group", "flock", {"gid": 2001}),
        ("Group", "geese", {"gid": "2000"}),
    )
    assert [line.split()[1] for line in done.said] == [
        "/Group[flock]/ensure:",
        "/Group[geese]/ensure:",
        "/User[goose]/ensure:",
    ]


KEYS = b"""# keys
ssh-rsa AAAA duck@pond
ssh-rsa BBBB other@pond
ssh-dss CCCC
ssh-dss DDDD
"""


def test_keys_that_nobody_manages_are_purged(accounts: Any) -> None:
    path = "/home/duck/.ssh/authorized_keys"
    accounts.machine.files.make_parents(path)
    accounts.machine.files.replace(path, KEYS, 0o600, 1500, 1500)
    wanted = (
        ("User", "duck", {"ensure": "present", "purge_ssh_keys": True}),
        ("Ssh_authorized_key", "duck@pond", {"user": "duck", "type": "rsa", "key": "AAAA"}),
    )
    noop_message = accounts.apply(*wanted, is_noop=True)
    assert len([line for line in noop_message.said if "should be 'absent' (noop)" in line]) == 3
    done = accounts.apply(*wanted)
    assert len(done.changed) == 3
    lines = accounts.machine.files.read(path).splitlines()
    assert [line for line in lines if not line.startswith(b"# HEADER")] == KEYS.splitlines()[:2]
    assert accounts.apply(*wanted).said == []


def test_files_of_keys_below_a_home_that_is_not_there_are_left_out(accounts: Any) -> None:
    values = {"ensure": "present", "purge_ssh_keys": ["%h/keys", "~/more"]}
    assert accounts.apply(("User", "goose", values)).failed == []


def test_listing_tells_all_accounts(accounts: Any) -> None:
    listed = dict(Useradd().instances(accounts.machine))
    assert list(listed) == ["root", "news", "duck"]
    assert listed["duck"]["groups"] == ["pond"]
    assert listed["news"]["password"] == "absent"
