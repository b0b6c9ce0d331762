"""group: groups, changed with groupadd, groupmod and groupdel.

Members of a group are managed where the tools of libuser are there, as with the reference;
elsewhere the groups of a user are.
"""

from __future__ import annotations

from duckrow.puppet.providers.accounts import LOCAL, error_text, users_for
from duckrow.puppet.providers.base import ABSENT, Change, Provider, ProviderError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State

TOOLS = ("groupadd", "groupdel", "groupmod")


class Groupadd(Provider):
    """Groups of a machine."""

    name = "groupadd"

    def __init__(self) -> None:
        self.features = frozenset(("system_groups",))

    def bind(self, machine: Machine) -> None:
        if machine.users.without_services is not None:
            self.features |= {LOCAL, "manages_members"}

    def is_suitable(self, machine: Machine) -> bool:
        return not machine.users.needs_tools or all(
            machine.commands.find(tool) is not None for tool in TOOLS
        )

    def read(self, machine: Machine, desired: Desired) -> State:
        users = users_for(machine, desired)
        users.reread()
        group = users.group(desired.name)
        if group is None:
            return {"ensure": ABSENT}
        return {"ensure": "present", "gid": group.gid, "members": list(group.members)}

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        for group in machine.users.all_groups():
            state: State = {"ensure": "present", "gid": group.gid}
            if "manages_members" in self.features:
                state["members"] = list(group.members)
            yield group.name, state

    def is_in_sync(self, desired: Desired, name: str, current: Any, wanted: Any) -> bool:
        if name == "members":
            return sorted(set(current)) == _all_members(desired, current, wanted)
        return super().is_in_sync(desired, name, current, wanted)

    def change(self, state: State, desired: Desired, name: str, **more: object) -> Change:
        if name != "members":
            return super().change(state, desired, name, **more)
        current = state["members"]
        members = _all_members(desired, current, desired["members"])
        old_text, text = ",".join(current), ",".join(members)
        return super().change(
            state,
            desired,
            name,
            message=f"members changed {old_text} to {shown(text)}",
            old_text=old_text,
            new_text=text,
        )

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        gid = desired["gid"]
        try:
            users_for(machine, desired).add_group(
                desired.name,
                None if gid == ABSENT else gid,
                is_system=bool(desired["system"]),
                may_share_gid=bool(desired["allowdupe"]),
            )
        except (OSError, ValueError) as error:
            message = f"Could not create group {desired.name}: {error_text(error)}"
            raise ProviderError(message) from error
        if desired["members"]:
            self.set(machine, desired, "members", desired["members"], {"members": []})

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        try:
            users_for(machine, desired).remove_group(desired.name)
        except (OSError, ValueError) as error:
            message = f"Could not delete group {desired.name}: {error_text(error)}"
            raise ProviderError(message) from error

    def set(self, machine: Machine, desired: Desired, name: str, value: Any, state: State) -> None:
        try:
            if name == "members":
                self._set_members(machine, desired, state["members"])
            elif value == ABSENT:
                raise ProviderError("GID cannot be deleted")
            else:
                may_share = bool(desired["allowdupe"])
                users = users_for(machine, desired)
                users.change_group(desired.name, value, may_share_gid=may_share)
        except (OSError, ValueError) as error:
            message = f"Could not set {name} on group[{desired.name}]: {error_text(error)}"
            raise ProviderError(message) from error

    def _set_members(self, machine: Machine, desired: Desired, current: list[str]) -> None:
        members = _all_members(desired, current, desired["members"])
        for member in members:
            if machine.users.user(member) is None:
                raise ProviderError(f"can't find user for {member}")
        users = machine.users.without_services or machine.users
        users.set_members(desired.name, members)


def _all_members(desired: Desired, current: list[str], wanted: list[str]) -> list[str]:
    """Return the wanted members of a group, and the current ones that may stay."""
    names = [part for each in wanted for part in str(each).split(",") if part]
    kept = [] if desired["auth_membership"] else current
    return sorted({*names, *kept})


PROVIDER = Groupadd
