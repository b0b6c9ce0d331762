"""Accounts of a real host: looked up as the system does, changed with the useradd family.

On the host itself, names that are in no file are looked up in the name service, which may include a
directory service. In a scratch root the tools get `--prefix`, or `--root` if they have no prefix.
"""

from __future__ import annotations

from os import getgrouplist

from duckrow.machine.processes.tool import Tool, checked
from duckrow.machine.users.records import Group, User
from duckrow.machine.users.users import UserAttributes, Users

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pwd import struct_passwd

    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands


class UseraddUsers(Users):
    """See `Users`; `root` is the directory where the machine's files begin."""

    __slots__ = ("_commands", "root")
    needs_tools = True

    def __init__(self, files: Files, commands: Commands, root: str = "/") -> None:
        super().__init__(files)
        self._commands = commands
        self.root = root

    def user(self, name: str) -> User | None:
        found = super().user(name)
        if found is None and self.root == "/":
            from pwd import getpwnam

            try:
                found = _user_of_entry(getpwnam(name))
            except (KeyError, OSError, ValueError):
                return None
            self._read_users()[name] = found
        return found

    def user_of(self, uid: int) -> User | None:
        found = super().user_of(uid)
        if found is None and self.root == "/":
            from pwd import getpwuid

            try:
                found = _user_of_entry(getpwuid(uid))
            except (KeyError, OSError, OverflowError):
                return None
            self._user_numbers[uid] = found
        return found

    def group(self, name: str) -> Group | None:
        found = super().group(name)
        if found is None and self.root == "/":
            from grp import getgrnam

            try:
                entry = getgrnam(name)
            except (KeyError, OSError, ValueError):
                return None
            found = Group(entry.gr_name, entry.gr_gid, tuple(entry.gr_mem))
            self._read_groups()[name] = found
        return found

    def group_of(self, gid: int) -> Group | None:
        found = super().group_of(gid)
        if found is None and self.root == "/":
            from grp import getgrgid

            try:
                entry = getgrgid(gid)
            except (KeyError, OSError, OverflowError):
                return None
            found = Group(entry.gr_name, entry.gr_gid, tuple(entry.gr_mem))
            self._group_numbers[gid] = found
        return found

    def all_gids(self, name: str, gid: int) -> list[int]:
        if self.root != "/":
            return super().all_gids(name, gid)

        return sorted(set(getgrouplist(name, gid)))

    def acting_as(self, user: User) -> AbstractContextManager[None]:
        from duckrow.machine.users.acting import ActingAs

        return ActingAs(user.uid, user.gid, self.all_gids(user.name, user.gid))

    def add_user(
        self,
        name: str,
        attributes: UserAttributes,
        *,
        is_system: bool = False,
        has_home: bool = False,
        may_share_uid: bool = False,
    ) -> None:
        # The tool would fail to make the user's own group if that group exists.
        own = ["-g", name] if attributes.gid is None and self.group(name) is not None else []
        words = [*own, *user_words(attributes, may_share_uid=may_share_uid)]
        words.append("-m" if has_home else "-M")
        if is_system:
            words.append("-r")
        self._call("useradd", *words, name)

    def change_user(
        self,
        name: str,
        attributes: UserAttributes,
        *,
        moves_home: bool = False,
        may_share_uid: bool = False,
    ) -> None:
        words = user_words(attributes, may_share_uid=may_share_uid)
        if moves_home:
            words.append("-m")
        self._call("usermod", *words, name)

    def remove_user(self, name: str, *, with_home: bool = False) -> None:
        self._call("userdel", *(("-r",) if with_home else ()), name)

    def set_password(self, name: str, password_hash: str) -> None:
        if set("\n\r:\0") & set(checked(name) + password_hash):
            raise ValueError(f"the password hash of {name} holds a character that shadow cannot")
        line = f"{name}:{password_hash}\n".encode("utf-8", "surrogateescape")
        self._tool("chpasswd").change(*self._in_root(), "-e", stdin=line)
        self.forget()

    def set_plain_password(self, name: str, password: str) -> None:
        if set("\n\r\0") & set(password) or ":" in checked(name):
            raise ValueError(f"the password of {name} holds a character that it cannot")
        line = f"{name}:{password}\n".encode("utf-8", "surrogateescape")
        self._tool("chpasswd").change(*self._in_root(), stdin=line)
        self.forget()

    def set_password_age(
        self,
        name: str,
        minimum: int | None = None,
        maximum: int | None = None,
        warn: int | None = None,
        inactive: int | None = None,
    ) -> None:
        words = age_words(minimum, maximum, warn, inactive)
        self._tool("chage").change(*self._in_root(), *words, checked(name))
        self.forget()

    def add_group(
        self,
        name: str,
        gid: int | None = None,
        *,
        is_system: bool = False,
        may_share_gid: bool = False,
    ) -> None:
        words = [] if gid is None else ["-g", str(gid)]
        words += ["-o"] if may_share_gid and gid is not None else []
        words += ["-r"] if is_system else []
        self._call("groupadd", *words, name)

    def change_group(self, name: str, gid: int, *, may_share_gid: bool = False) -> None:
        self._call("groupmod", "-g", str(gid), *(("-o",) if may_share_gid else ()), name)

    def set_members(self, name: str, members: Sequence[str]) -> None:
        root = () if self.root == "/" else ("--root", self.root)
        names = ",".join(checked(member) for member in members)
        self._tool("gpasswd").change(*root, "-M", names, checked(name))
        self.forget()

    def remove_group(self, name: str) -> None:
        self._call("groupdel", name)

    def _call(self, tool: str, *words: str) -> None:
        checked(words[-1])
        prefix = () if self.root == "/" else ("--prefix", self.root)
        try:
            self._tool(tool).change(*prefix, *words)
        finally:
            self.forget()

    def _in_root(self) -> tuple[str, ...]:
        return () if self.root == "/" else ("--root", self.root)

    def _tool(self, name: str) -> Tool:
        return Tool(self._commands, name)


def age_words(
    minimum: int | None, maximum: int | None, warn: int | None, inactive: int | None
) -> list[str]:
    """Return the options of chage and lchage for password ages."""
    words: list[str] = []
    for option, days in (("-m", minimum), ("-M", maximum), ("-W", warn), ("-I", inactive)):
        if days is not None:
            words += [option, str(days)]
    return words


def user_words(attributes: UserAttributes, *, may_share_uid: bool = False) -> list[str]:
    """Return the options of useradd and usermod for a attributes."""
    words: list[str] = []
    if attributes.comment is not None:
        words += ["-c", attributes.comment]
    if attributes.expires is not None:
        words += ["-e", attributes.expires]
    if attributes.gid is not None:
        words += ["-g", str(attributes.gid)]
    if attributes.groups is not None:
        words += ["-G", ",".join(attributes.groups)]
    if attributes.home is not None:
        words += ["-d", attributes.home]
    if attributes.shell is not None:
        words += ["-s", attributes.shell]
    if attributes.uid is not None:
        words += ["-u", str(attributes.uid)]
        if may_share_uid:
            words.append("-o")
    if attributes.login_class is not None:
        words += ["-L", attributes.login_class]
    return words


def _user_of_entry(entry: struct_passwd) -> User:
    return User(
        entry.pw_name, entry.pw_uid, entry.pw_gid, entry.pw_gecos, entry.pw_dir, entry.pw_shell
    )
