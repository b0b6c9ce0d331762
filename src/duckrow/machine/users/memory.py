"""Accounts in the passwd and group files of a machine in memory."""

from __future__ import annotations

from errno import EEXIST, EINVAL, ENOENT

from duckrow.machine.users.records import Group, Secret, User, parse_shadow
from duckrow.machine.users.users import UserAttributes, Users

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager


class MemoryUsers(Users):
    """Changes the files; makes and removes home directories."""

    __slots__ = ()

    @property
    def without_services(self) -> Users | None:
        return self

    def acting_as(self, user: User) -> AbstractContextManager[None]:  # noqa: ARG002
        from contextlib import nullcontext

        return nullcontext()

    def add_user(
        self,
        name: str,
        attributes: UserAttributes,
        *,
        is_system: bool = False,
        has_home: bool = False,
        may_share_uid: bool = False,
    ) -> None:
        users = self.all_users()
        if any(user.name == name for user in users):
            raise OSError(EEXIST, f"user '{name}' already exists")
        asked = _uid(attributes)
        if asked is not None and self.user_of(asked) is not None and not may_share_uid:
            raise OSError(EEXIST, f"UID {asked} is not unique")
        uid = _next([user.uid for user in users], is_system) if asked is None else asked
        if attributes.gid is not None:
            gid = self._known_gid(attributes.gid)
        else:
            if self.group(name) is None:
                self.add_group(name, uid if self.group_of(uid) is None else None)
            gid = self._known_gid(name)
        user = User(name, uid, gid, "", f"/home/{name}", "/bin/sh")
        _apply(user, attributes, gid)
        self._write([*users, user], self.all_groups())
        self._join(name, attributes)
        self._write_secrets([*self._secrets(), Secret(name, "!", 19000, 0, 99999, 7)])
        self._expire(name, attributes)
        if has_home and self._files.facts(user.home) is None:
            self._files.make_directory(user.home, 0o755, uid, gid)

    def change_user(
        self,
        name: str,
        attributes: UserAttributes,
        *,
        moves_home: bool = False,
        may_share_uid: bool = False,
    ) -> None:
        users = self.all_users()
        user = next((user for user in users if user.name == name), None)
        if user is None:
            raise OSError(ENOENT, f"user '{name}' does not exist")
        asked = _uid(attributes)
        if asked not in (None, user.uid) and not may_share_uid:
            assert asked is not None
            if self.user_of(asked) is not None:
                raise OSError(EEXIST, f"UID {asked} already exists")
        home = user.home
        _apply(
            user,
            attributes,
            user.gid if attributes.gid is None else self._known_gid(attributes.gid),
        )
        self._write(users, self.all_groups())
        self._join(name, attributes)
        self._expire(name, attributes)
        if moves_home and home != user.home and self._files.facts(home) is not None:
            self._files.rename(home, user.home)

    def remove_user(self, name: str, *, with_home: bool = False) -> None:
        user = self.user(name)
        if user is None:
            raise OSError(ENOENT, f"user '{name}' does not exist")
        groups = [
            Group(group.name, group.gid, tuple(one for one in group.members if one != name))
            for group in self.all_groups()
        ]
        self._write([one for one in self.all_users() if one.name != name], groups)
        self._write_secrets([secret for secret in self._secrets() if secret.name != name])
        if with_home:
            self._files.remove(user.home, recursive=True)

    def set_password(self, name: str, password_hash: str) -> None:
        secrets = self._secrets()
        for secret in secrets:
            if secret.name == name:
                secret.password = password_hash
        self._write_secrets(secrets)

    def set_password_age(
        self,
        name: str,
        minimum: int | None = None,
        maximum: int | None = None,
        warn: int | None = None,
        inactive: int | None = None,
    ) -> None:
        secrets = self._secrets()
        for secret in secrets:
            if secret.name == name:
                secret.minimum = secret.minimum if minimum is None else minimum
                secret.maximum = secret.maximum if maximum is None else maximum
                secret.warn = secret.warn if warn is None else warn
                secret.inactive = secret.inactive if inactive is None else inactive
        self._write_secrets(secrets)

    def add_group(
        self,
        name: str,
        gid: int | None = None,
        *,
        is_system: bool = False,
        may_share_gid: bool = False,
    ) -> None:
        groups = self.all_groups()
        if any(group.name == name for group in groups):
            raise OSError(EEXIST, f"group '{name}' already exists")
        if gid is not None and self.group_of(gid) is not None and not may_share_gid:
            raise OSError(EEXIST, f"GID '{gid}' already exists")
        number = _next([group.gid for group in groups], is_system) if gid is None else gid
        self._write(self.all_users(), [*groups, Group(name, number)])

    def change_group(self, name: str, gid: int, *, may_share_gid: bool = False) -> None:
        if self.group_of(gid) is not None and not may_share_gid:
            raise OSError(EEXIST, f"GID '{gid}' already exists")
        self._change_group(name, lambda group: Group(name, gid, group.members))

    def set_members(self, name: str, members: Sequence[str]) -> None:
        self._change_group(name, lambda group: Group(name, group.gid, tuple(members)))

    def remove_group(self, name: str) -> None:
        if self.group(name) is None:
            raise OSError(ENOENT, f"group '{name}' does not exist")
        self._write(self.all_users(), [one for one in self.all_groups() if one.name != name])

    def _change_group(self, name: str, change: Callable[[Group], Group]) -> None:
        if self.group(name) is None:
            raise OSError(ENOENT, f"group '{name}' does not exist")
        groups = [change(one) if one.name == name else one for one in self.all_groups()]
        self._write(self.all_users(), groups)

    def _join(self, name: str, attributes: UserAttributes) -> None:
        """Make a user a member of exactly the given groups."""
        if attributes.groups is None:
            return
        groups: list[Group] = []
        for group in self.all_groups():
            members = [one for one in group.members if one != name]
            members += [name] if group.name in attributes.groups else []
            groups.append(Group(group.name, group.gid, tuple(members)))
        self._write(self.all_users(), groups)

    def _expire(self, name: str, attributes: UserAttributes) -> None:
        if attributes.expires is None:
            return
        from datetime import date

        day = None
        if attributes.expires:
            day = (date.fromisoformat(attributes.expires) - date(1970, 1, 1)).days
        secrets = self._secrets()
        for secret in secrets:
            if secret.name == name:
                secret.expires = day
        self._write_secrets(secrets)

    def _known_gid(self, group: int | str) -> int:
        gid = self.gid(group)
        if gid is None:
            raise OSError(ENOENT, f"group '{group}' does not exist")
        return gid

    def _write(self, users: list[User], groups: list[Group]) -> None:
        lines = [
            f"{one.name}:x:{one.uid}:{one.gid}:{one.comment}:{one.home}:{one.shell}\n"
            for one in users
        ]
        self._replace("/etc/passwd", lines)
        members = [f"{one.name}:x:{one.gid}:{','.join(one.members)}\n" for one in groups]
        self._replace("/etc/group", members)

    def _secrets(self) -> list[Secret]:
        return parse_shadow(self._content("/etc/shadow"))

    def _write_secrets(self, secrets: list[Secret]) -> None:
        lines: list[str] = []
        for one in secrets:
            days = (one.changed, one.minimum, one.maximum, one.warn, one.inactive, one.expires)
            text = ":".join("" if number is None else str(number) for number in days)
            lines.append(f"{one.name}:{one.password}:{text}:\n")
        self._replace("/etc/shadow", lines)

    def _replace(self, path: str, lines: list[str]) -> None:
        self._files.replace(path, "".join(lines).encode("utf-8", "surrogateescape"))
        self.forget()


def _apply(user: User, attributes: UserAttributes, gid: int) -> None:
    user.gid = gid
    uid = _uid(attributes)
    user.uid = user.uid if uid is None else uid
    user.comment = user.comment if attributes.comment is None else attributes.comment
    user.home = user.home if attributes.home is None else attributes.home
    user.shell = user.shell if attributes.shell is None else attributes.shell


def _uid(attributes: UserAttributes) -> int | None:
    if isinstance(attributes.uid, str):
        raise OSError(EINVAL, f"invalid user ID '{attributes.uid}'")
    return attributes.uid


def _next(taken: list[int], is_system: bool) -> int:
    choice = range(999, 99, -1) if is_system else range(1000, 60000)
    return next(number for number in choice if number not in taken)
