"""Accounts: looked up, changed in memory, and changed by real tools in a scratch root."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from duckrow.machine.errors import CommandFailed
from duckrow.machine.files.memory import MemoryFiles
from duckrow.machine.local import LocalMachine
from duckrow.machine.machine import Machine
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.processes.memory import MemoryCommands
from duckrow.machine.users.local import LocalUsers
from duckrow.machine.users.users import UserAttributes

ACCOUNTS = {
    "/etc/passwd": b"root:x:0:0:root:/root:/bin/sh\n",
    "/etc/group": b"root:x:0:\n",
    "/etc/shadow": b"root:*:19000:0:99999:7:::\n",
    "/etc/gshadow": b"root:*::\n",
}


@pytest.fixture(params=["memory", "local"])
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    made: Machine
    if request.param == "memory":
        made = MemoryMachine(ACCOUNTS)
        made.files.make_directory("/home")
        return made
    if os.geteuid() != 0 or not shutil.which("useradd", path="/usr/sbin"):
        pytest.skip("needs root and the useradd family")
    made = LocalMachine(str(tmp_path))
    made.files.make_directory("/etc")
    made.files.make_directory("/home")
    for path, content in ACCOUNTS.items():
        made.files.replace(path, content)
    return made


def test_a_user_comes_changes_and_goes(machine: Machine) -> None:
    users = machine.users
    users.add_group("pond", 4711)
    users.add_user(
        "duck",
        UserAttributes(uid=1234, gid="pond", comment="A Duck", shell="/bin/sh"),
        has_home=True,
    )
    duck = users.user("duck")
    assert duck is not None
    assert (duck.uid, duck.gid, duck.comment) == (1234, 4711, "A Duck")
    assert (duck.home, duck.shell) == ("/home/duck", "/bin/sh")
    assert machine.files.facts("/home/duck") is not None
    users.add_group("lake")
    users.change_user("duck", UserAttributes(uid=1235, groups=["lake"], comment="Older"))
    duck = users.user_of(1235)
    assert duck is not None
    assert duck.comment == "Older"
    assert [group.name for group in users.groups_with("duck")] == ["lake"]
    lake = users.gid("lake")
    assert lake is not None
    assert users.all_gids("duck", 4711) == sorted([4711, lake])
    users.change_user("duck", UserAttributes(groups=[]))
    assert users.groups_with("duck") == []
    users.remove_user("duck", with_home=True)
    assert users.user("duck") is None
    assert machine.files.facts("/home/duck") is None
    users.change_group("pond", 5000)
    assert users.gid("pond") == 5000
    users.remove_group("pond")
    assert users.group_of(5000) is None


def test_passwords_and_their_age(machine: Machine) -> None:
    users = machine.users
    users.add_user("duck", UserAttributes(uid=1234))
    users.set_password("duck", "$6$salt$hash")
    users.set_password_age("duck", minimum=1, maximum=90, warn=5)
    secret = users.secret("duck")
    assert secret is not None
    assert secret.password == "$6$salt$hash"
    assert (secret.minimum, secret.maximum, secret.warn) == (1, 90, 5)


def test_members(machine: Machine) -> None:
    users = machine.users
    users.add_user("a", UserAttributes(uid=2001))
    users.add_user("b", UserAttributes(uid=2002))
    users.add_group("pond")
    users.set_members("pond", ["a", "b"])
    pond = users.group("pond")
    assert pond is not None
    assert pond.members == ("a", "b")


def test_numbers_are_not_taken_twice(machine: Machine) -> None:
    machine.users.add_user("a", UserAttributes(uid=2001))
    with pytest.raises(OSError, match="not unique"):
        machine.users.add_user("b", UserAttributes(uid=2001))
    machine.users.add_user("b", UserAttributes(uid=2001), may_share_uid=True)
    assert machine.users.uid("b") == 2001


def test_names_and_numbers(machine: Machine) -> None:
    assert machine.users.uid("root") == 0
    assert machine.users.uid("12") == 12
    assert machine.users.uid(12) == 12
    assert machine.users.uid("nosuch") is None
    assert machine.users.gid("root") == 0
    assert machine.users.gid("nosuch") is None


def test_identities_for_commands(machine: Machine) -> None:
    machine.users.add_group("pond", 4711)
    machine.users.add_user("duck", UserAttributes(uid=1234, gid="pond"))
    assert machine.users.identity("duck") == (1234, 4711, [4711])
    assert machine.users.identity(1234) == (1234, 4711, [4711])
    assert machine.users.identity("4242") == (4242, None, [])
    assert machine.users.identity("nosuch") is None


def test_the_host_is_asked_as_the_system_does() -> None:
    users = LocalMachine().users
    root = users.user("root")
    assert root is not None
    assert users.user_of(0) is not None
    assert users.group_of(0) is not None
    assert users.user("nosuch\0") is None
    assert users.user_of(1 << 40) is None
    assert 0 in users.all_gids("root", 0)


def tools() -> tuple[LocalUsers, MemoryCommands]:
    names = ("useradd", "usermod", "userdel", "chpasswd", "chage", "groupadd")
    commands = MemoryCommands({(name,): (0, b"") for name in names})
    return LocalUsers(MemoryFiles(ACCOUNTS), commands), commands


def test_argument_vectors() -> None:
    users, commands = tools()
    users.add_user(
        "duck",
        UserAttributes(1, "pond", ["a", "b"], "c d", "/h", "/s", "2030-01-01"),
        is_system=True,
        may_share_uid=True,
    )
    users.change_user("duck", UserAttributes(home="/x"), moves_home=True)
    users.add_user("root", UserAttributes())
    users.remove_user("duck")
    assert [" ".join(argv) for argv in commands.vectors] == [
        "/usr/bin/useradd -c c d -e 2030-01-01 -g pond -G a,b -d /h -s /s -u 1 -o -M -r duck",
        "/usr/bin/usermod -d /x -m duck",
        "/usr/bin/useradd -g root -M root",
        "/usr/bin/userdel duck",
    ]


def test_no_hash_in_arguments_or_messages() -> None:
    users, commands = tools()
    users.set_password("duck", "$6$salt$hash")
    assert not [word for argv in commands.vectors for word in argv if "salt" in word]
    assert commands.asked[0].stdin == b"duck:$6$salt$hash\n"
    commands.answers["chpasswd",] = (1, b"chpasswd: line 1: user 'duck' does not exist")
    with pytest.raises(CommandFailed) as caught:
        users.set_password("duck", "$6$salt$hash")
    assert "does not exist" in str(caught.value)
    assert "salt" not in str(caught.value) + caught.value.whole
    with pytest.raises(ValueError, match="cannot") as refused:
        users.set_password("duck", "$6$salt\nroot:$6$mine")
    assert "salt" not in str(refused.value)


@pytest.mark.parametrize("name", ["-r", "--help", "", "a\nb", "a\0"])
def test_names_that_a_tool_would_misread(name: str) -> None:
    users, commands = tools()
    for act in (users.remove_user, users.add_group):
        with pytest.raises(ValueError, match="not a name"):
            act(name)
    assert commands.vectors == []
