"""Local accounts beside a directory service: which tools are called, and what is refused."""

from __future__ import annotations

import pytest

from duckrow.machine.files.memory import MemoryFiles
from duckrow.machine.processes.memory import MemoryCommands
from duckrow.machine.users.local import LocalUsers
from duckrow.machine.users.users import UserAttributes, Users

FILES = {
    "/etc/passwd": b"duck:x:1500:1500:A Duck:/home/duck:/bin/sh\n",
    "/etc/group": b"duck:x:1500:\ngoose:x:1600:duck\n",
}
TOOLS = "luseradd lusermod luserdel lchage lgroupadd lgroupmod lgroupdel usermod".split()


@pytest.fixture
def commands() -> MemoryCommands:
    return MemoryCommands({(tool,): (0, b"") for tool in TOOLS})


@pytest.fixture
def users(commands: MemoryCommands) -> Users:
    found = LocalUsers(MemoryFiles(FILES), commands).without_services
    assert found is not None
    return found


def words(commands: MemoryCommands) -> list[str]:
    found = [" ".join(argv).removeprefix("/usr/bin/") for argv in commands.vectors]
    commands.asked.clear()
    return found


def test_only_where_there_are_tools() -> None:
    assert LocalUsers(MemoryFiles(FILES), MemoryCommands()).without_services is None


def test_users(users: Users, commands: MemoryCommands) -> None:
    attributes = UserAttributes(uid=1800, comment="A Goose", groups=["duck"], expires="2030-01-31")
    users.add_user("goose", attributes, is_system=True)
    assert words(commands) == [
        "luseradd -g goose -c A Goose -u 1800 -M -r goose",
        "usermod -e 2030-01-31 -G duck goose",
    ]
    users.change_user("duck", UserAttributes(shell="/bin/ash"))
    users.change_user("duck", UserAttributes(groups=[]))
    users.set_password_age("duck", minimum=1, warn=3)
    users.remove_user("duck", with_home=True)
    assert words(commands) == [
        "lusermod -s /bin/ash duck",
        "usermod -G  duck",
        "lchage -m 1 -W 3 duck",
        "luserdel -r duck",
    ]


def test_groups(users: Users, commands: MemoryCommands) -> None:
    users.add_group("pond", 2000, is_system=True)
    users.change_group("goose", 1601)
    users.set_members("goose", ["swan"])
    users.remove_group("goose")
    assert words(commands) == [
        "lgroupadd -g 2000 -r pond",
        "lgroupmod -g 1601 goose",
        "lgroupmod -m duck goose",
        "lgroupmod -M swan goose",
        "lgroupdel goose",
    ]


def test_numbers_are_not_shared_by_chance(users: Users, commands: MemoryCommands) -> None:
    with pytest.raises(FileExistsError, match="UID 1500 already exists, use allowdupe"):
        users.add_user("goose", UserAttributes(uid=1500))
    with pytest.raises(FileExistsError, match="GID 1600 already exists, use allowdupe"):
        users.add_group("pond", 1600)
    assert words(commands) == []
    users.add_group("pond", 1600, may_share_gid=True)
    assert words(commands) == ["lgroupadd -g 1600 pond"]


def test_only_files_count(users: Users) -> None:
    assert users.user("root") is None
    assert users.group("root") is None
    assert users.user_of(0) is None
    assert users.group_of(0) is None
