"""Accounts of a real host: those of `useradd`, and of `libuser` for local accounts only."""

from __future__ import annotations

from duckrow.machine.users.useradd import UseraddUsers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.users.users import Users


class LocalUsers(UseraddUsers):
    """Accounts with the tools that the host has."""

    __slots__ = ()

    @property
    def without_services(self) -> Users | None:
        from duckrow.machine.users.libuser import LibuserUsers

        if any(self._commands.find(name) is None for name in ("luseradd", "lgroupadd")):
            return None
        return LibuserUsers(self._files, self._commands, self.root)
