"""The accounts of a machine, read from its files; subclasses change them.

The files are cached for the run, and read again after an account changes here. Other programs
change accounts too, such as the installation of a package: `reread` notices their changes, and
an unknown name is always searched again.
"""

from __future__ import annotations

from duckrow.machine.users.records import (
    parse_group,
    parse_gshadow,
    parse_passwd,
    parse_shadow,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from duckrow.machine.files.files import Files
    from duckrow.machine.users.records import Group, GroupSecret, Secret, User

    Stamp = tuple[int, int, int]


class UserAttributes:
    """Attributes that an account should have; None leaves an attribute as it is, or to the tool."""

    __slots__ = ("comment", "expires", "gid", "groups", "home", "login_class", "shell", "uid")

    def __init__(
        self,
        uid: int | str | None = None,
        gid: int | str | None = None,
        groups: Sequence[str] | None = None,
        comment: str | None = None,
        home: str | None = None,
        shell: str | None = None,
        expires: str | None = None,
        login_class: str | None = None,
    ) -> None:
        self.uid = uid
        self.gid = gid
        self.groups = groups
        self.comment = comment
        self.home = home
        self.shell = shell
        self.expires = expires
        self.login_class = login_class


class Users:
    """The interface; looking up works from the files of a machine."""

    __slots__ = (
        "_files",
        "_group_names",
        "_group_numbers",
        "_members",
        "_secret_names",
        "_seen",
        "_user_names",
        "_user_numbers",
    )

    def __init__(self, files: Files) -> None:
        self._files = files
        self.forget()

    def forget(self) -> None:
        """Forget everything that was read, so that it is read again."""
        self._user_names: dict[str, User] | None = None
        self._user_numbers: dict[int, User] = {}
        self._group_names: dict[str, Group] | None = None
        self._group_numbers: dict[int, Group] = {}
        self._seen: list[Stamp | None] | None = None
        self._members: tuple[Stamp | None, dict[str, list[Group]]] | None = None
        self._secret_names: tuple[Stamp | None, dict[str, Secret]] | None = None

    def reread(self) -> bool:
        """Forget everything if the files have changed; return whether they have."""
        if self._seen is None:
            return False
        if self._seen == self._stamps():
            return False
        self.forget()
        return True

    def _stamps(self) -> list[Stamp | None]:
        return [self._stamp("/etc/passwd"), self._stamp("/etc/group")]

    def _stamp(self, path: str) -> Stamp | None:
        """Return a value that changes with the file."""
        facts = self._files.facts(path, follow=True)
        return None if facts is None else (facts.inode, facts.mtime_ns, facts.size)

    # Looking up

    def all_users(self) -> list[User]:
        """Return all local users in the order of the file."""
        return parse_passwd(self._content("/etc/passwd"))

    def all_groups(self) -> list[Group]:
        """Return all local groups in the order of the file."""
        return parse_group(self._content("/etc/group"))

    def user(self, name: str) -> User | None:
        """Find a user by name."""
        found = self._read_users().get(name)
        if found is None and self.reread():
            found = self._read_users().get(name)
        return found

    def user_of(self, uid: int) -> User | None:
        """Find a user by id; of several, the first in the file."""
        self._read_users()
        return self._user_numbers.get(uid)

    def group(self, name: str) -> Group | None:
        """Find a group by name."""
        found = self._read_groups().get(name)
        if found is None and self.reread():
            found = self._read_groups().get(name)
        return found

    def group_of(self, gid: int) -> Group | None:
        """Find a group by id."""
        self._read_groups()
        return self._group_numbers.get(gid)

    def groups_with(self, user: str) -> list[Group]:
        """Return the groups that list a user as a member, in the order of the file."""
        stamp = self._stamp("/etc/group")
        if self._members is None or self._members[0] != stamp:
            members: dict[str, list[Group]] = {}
            for group in self.all_groups():
                for name in dict.fromkeys(group.members):
                    members.setdefault(name, []).append(group)
            self._members = (stamp, members)
        return list(self._members[1].get(user, ()))

    def uid(self, name: str | int) -> int | None:
        """Return the id of a user given by name or id; None for an unknown name."""
        if isinstance(name, int):
            return name
        found = self.user(name)
        if found is not None:
            return found.uid
        return int(name) if name.isascii() and name.isdigit() else None

    def gid(self, name: str | int) -> int | None:
        """Return the id of a group given by name or id; None for an unknown name."""
        if isinstance(name, int):
            return name
        found = self.group(name)
        if found is not None:
            return found.gid
        return int(name) if name.isascii() and name.isdigit() else None

    def all_gids(self, name: str, gid: int) -> list[int]:
        """Return the ids of all groups that a process of a user should be in."""
        return sorted({gid, *(group.gid for group in self.groups_with(name))})

    def identity(self, name: str | int) -> tuple[int, int | None, list[int]] | None:
        """Return the user id, group id and all groups for a command that runs as a user, or None.

        An id without an account has no group: the command keeps ours, and no other.
        """
        found = self.user(name) if isinstance(name, str) else None
        if found is None:
            uid = self.uid(name)
            if uid is None:
                return None
            found = self.user_of(uid)
            if found is None:
                return uid, None, []
        return found.uid, found.gid, self.all_gids(found.name, found.gid)

    def secret(self, name: str) -> Secret | None:
        """Return the user's line of shadow; None if it is missing or not readable."""
        stamp = self._stamp("/etc/shadow")
        if self._secret_names is None or self._secret_names[0] != stamp:
            names: dict[str, Secret] = {}
            for secret in self.all_secrets():
                names.setdefault(secret.name, secret)
            self._secret_names = (stamp, names)
        return self._secret_names[1].get(name)

    def acting_as(self, user: User) -> AbstractContextManager[None]:
        """Return a block in which files are changed with the rights of a user."""
        raise NotImplementedError

    def all_secrets(self) -> list[Secret]:
        """Return all lines of shadow; empty if it is not readable."""
        return parse_shadow(self._content("/etc/shadow"))

    def group_secret(self, name: str) -> GroupSecret | None:
        """Return the group's line of gshadow; None if it is missing or not readable."""
        for secret in parse_gshadow(self._content("/etc/gshadow")):
            if secret.name == name:
                return secret
        return None

    # Whether changes need tools that may be missing.
    needs_tools = False

    @property
    def without_services(self) -> Users | None:
        """Return a `Users` that ignores the directory service, or None if its tools are missing."""
        return None

    # Changing

    def add_user(
        self,
        name: str,
        attributes: UserAttributes,
        *,
        is_system: bool = False,
        has_home: bool = False,
        may_share_uid: bool = False,
    ) -> None:
        """Make a user; the password is set separately."""
        raise NotImplementedError

    def change_user(
        self,
        name: str,
        attributes: UserAttributes,
        *,
        moves_home: bool = False,
        may_share_uid: bool = False,
    ) -> None:
        """Change the given attributes."""
        raise NotImplementedError

    def remove_user(self, name: str, *, with_home: bool = False) -> None:
        """Remove a user."""
        raise NotImplementedError

    def set_password(self, name: str, password_hash: str) -> None:
        """Set the hash of a password. It is never an argument of a command, nor in a message."""
        raise NotImplementedError

    def set_plain_password(self, name: str, password: str) -> None:
        """Set a password, and let the system compute its hash; see `set_password`."""
        raise NotImplementedError

    def set_password_age(
        self,
        name: str,
        minimum: int | None = None,
        maximum: int | None = None,
        warn: int | None = None,
        inactive: int | None = None,
    ) -> None:
        """Set the password ages, in days."""
        raise NotImplementedError

    def add_group(
        self,
        name: str,
        gid: int | None = None,
        *,
        is_system: bool = False,
        may_share_gid: bool = False,
    ) -> None:
        """Make a group."""
        raise NotImplementedError

    def change_group(self, name: str, gid: int, *, may_share_gid: bool = False) -> None:
        """Set the id of a group."""
        raise NotImplementedError

    def set_members(self, name: str, members: Sequence[str]) -> None:
        """Set the members of a group."""
        raise NotImplementedError

    def remove_group(self, name: str) -> None:
        """Remove a group."""
        raise NotImplementedError

    def _note_stamps(self) -> None:
        # Before the files are read, so that later changes are noticed.
        if self._seen is None:
            self._seen = self._stamps()

    def _content(self, path: str) -> bytes:
        try:
            return self._files.read(path)
        except (FileNotFoundError, PermissionError):
            return b""

    def _read_users(self) -> dict[str, User]:
        if self._user_names is None:
            self._user_names = {}
            self._note_stamps()
            for user in self.all_users():
                self._user_names.setdefault(user.name, user)
                self._user_numbers.setdefault(user.uid, user)
        return self._user_names

    def _read_groups(self) -> dict[str, Group]:
        if self._group_names is None:
            self._group_names = {}
            self._note_stamps()
            for group in self.all_groups():
                self._group_names.setdefault(group.name, group)
                self._group_numbers.setdefault(group.gid, group)
        return self._group_names
