"""Local accounts on a host with a directory service, changed with the luseradd family.

Those tools read only the files: an account of the same name in the directory service is neither
found nor a conflict. They accept duplicate ids, which are rejected here; and they know neither
groups of a user nor expiry dates, which are left to usermod.
"""

from __future__ import annotations

from errno import EEXIST

from duckrow.machine.processes.tool import checked
from duckrow.machine.users.useradd import UseraddUsers, age_words, user_words
from duckrow.machine.users.users import UserAttributes, Users

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.machine.users.records import Group, User


class LibuserUsers(UseraddUsers):
    """See `Users`; reads only the files."""

    __slots__ = ()

    def user(self, name: str) -> User | None:
        return Users.user(self, name)

    def user_of(self, uid: int) -> User | None:
        return Users.user_of(self, uid)

    def group(self, name: str) -> Group | None:
        return Users.group(self, name)

    def group_of(self, gid: int) -> Group | None:
        return Users.group_of(self, gid)

    def add_user(
        self,
        name: str,
        attributes: UserAttributes,
        *,
        is_system: bool = False,
        has_home: bool = False,
        may_share_uid: bool = False,
    ) -> None:
        self._expect_free_uid(attributes.uid, may_share_uid=may_share_uid)
        own = ["-g", name] if attributes.gid is None and self.group(name) is not None else []
        words = [*own, *user_words(_plain(attributes))]
        words += [] if has_home else ["-M"]
        words += ["-r"] if is_system else []
        self._call("luseradd", *words, name)
        if attributes.groups is not None or attributes.expires is not None:
            rest = UserAttributes(groups=attributes.groups, expires=attributes.expires)
            super().change_user(name, rest)

    def change_user(
        self,
        name: str,
        attributes: UserAttributes,
        *,
        moves_home: bool = False,
        may_share_uid: bool = False,
    ) -> None:
        if attributes.groups is not None or attributes.expires is not None:
            super().change_user(
                name, UserAttributes(groups=attributes.groups, expires=attributes.expires)
            )
        words = user_words(_plain(attributes))
        if not words:
            return
        self._expect_free_uid(attributes.uid, may_share_uid=may_share_uid)
        self._call("lusermod", *words, *(("-m",) if moves_home else ()), name)

    def remove_user(self, name: str, *, with_home: bool = False) -> None:
        self._call("luserdel", *(("-r",) if with_home else ()), name)

    def set_password_age(
        self,
        name: str,
        minimum: int | None = None,
        maximum: int | None = None,
        warn: int | None = None,
        inactive: int | None = None,
    ) -> None:
        words = age_words(minimum, maximum, warn, inactive)
        self._tool("lchage").change(*words, checked(name))
        self.forget()

    def add_group(
        self,
        name: str,
        gid: int | None = None,
        *,
        is_system: bool = False,
        may_share_gid: bool = False,
    ) -> None:
        if not may_share_gid:
            self._expect_free_gid(gid)
        words = [] if gid is None else ["-g", str(gid)]
        words += ["-r"] if is_system else []
        self._call("lgroupadd", *words, name)

    def change_group(self, name: str, gid: int, *, may_share_gid: bool = False) -> None:
        if not may_share_gid:
            self._expect_free_gid(gid)
        self._call("lgroupmod", "-g", str(gid), name)

    def set_members(self, name: str, members: Sequence[str]) -> None:
        group = self.group(name)
        old = () if group is None else group.members
        gone = [member for member in old if member not in members]
        new = [checked(member) for member in members if member not in old]
        if gone:
            self._call("lgroupmod", "-m", ",".join(gone), name)
        if new:
            self._call("lgroupmod", "-M", ",".join(new), name)

    def remove_group(self, name: str) -> None:
        self._call("lgroupdel", name)

    def _expect_free_uid(self, uid: int | str | None, *, may_share_uid: bool) -> None:
        if isinstance(uid, int) and not may_share_uid and self.user_of(uid) is not None:
            raise FileExistsError(
                EEXIST, f"UID {uid} already exists, use allowdupe to force user creation"
            )

    def _expect_free_gid(self, gid: int | None) -> None:
        if gid is not None and self.group_of(gid) is not None:
            raise FileExistsError(
                EEXIST, f"GID {gid} already exists, use allowdupe to force group creation"
            )

    def _call(self, tool: str, *words: str) -> None:
        checked(words[-1])
        if tool.startswith("l"):
            try:
                self._tool(tool).change(*words)
            finally:
                self.forget()
        else:
            super()._call(tool, *words)


def _plain(attributes: UserAttributes) -> UserAttributes:
    """Return the attributes that these tools know."""
    return UserAttributes(
        attributes.uid, attributes.gid, None, attributes.comment, attributes.home, attributes.shell
    )
