"""file: the changes from the current to the desired state, in the reference's words."""

from __future__ import annotations

from duckrow.puppet.providers.base import ABSENT, Change, Provider, ProviderError
from duckrow.puppet.providers.file.labels import PARTS, is_labelled
from duckrow.puppet.providers.file.times import is_as_new
from duckrow.puppet.resources.file_mode import for_directory, is_octal, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State

EVENTS = {ABSENT: "file_removed", "directory": "directory_created", "link": "link_created"}


class FilePlan(Provider):
    """The half of `Posix` that changes nothing; from the host it reads only account names."""

    def __init__(self) -> None:
        self._machine: Machine | None = None

    def _diff(self, desired: Desired) -> str:
        """Show how a content would change."""
        raise NotImplementedError

    def plan(self, state: State, desired: Desired) -> list[Change]:
        current, wanted = state["ensure"], desired["ensure"]
        if wanted is not None and not self.is_in_sync(desired, "ensure", current, wanted):
            return [self._ensure_change(state, desired)]
        if current == ABSENT:
            return []
        found = []
        for name in ("content", "checksum_value", "target", "owner", "group", "mode"):
            if name not in desired:
                continue
            change = getattr(self, f"_plan_{name}")(state, desired)
            if change is not None:
                found.append(change)
        if is_labelled(state):
            found += [
                self.change(state, desired, name)
                for name in PARTS
                if name in desired and state.get(name) != desired[name]
            ]
        return found

    def _is_by_value(self, desired: Desired) -> bool:
        """Return whether a content is known by its checksum, and only fetched if that differs."""
        return "checksum_value" in desired and desired["source"] is not None

    def _plan_checksum_value(self, state: State, desired: Desired) -> Change | None:
        current, wanted = state.get("checksum_value"), desired["checksum_value"]
        if state["ensure"] != "file" or not self._is_by_value(desired) or not desired["replace"]:
            return None
        kind = desired["checksum"]
        if current == wanted or is_as_new(f"{{{kind}}}{current}", f"{{{kind}}}{wanted}"):
            return None
        diff = (lambda: self._diff(desired)) if desired["show_diff"] else None
        return self.change(state, desired, "checksum_value", diff=diff)

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        if name == "ensure":
            if current != ABSENT and not desired["replace"]:
                return True
            return bool(current != ABSENT if wanted == "present" else current == wanted)
        if name in ("owner", "group"):
            return bool(current == self._number(name, wanted))
        return super().is_in_sync(desired, name, current, wanted)

    def _number(self, name: str, wanted: Any) -> int | None:
        assert self._machine is not None
        users = self._machine.users
        return users.uid(wanted) if name == "owner" else users.gid(wanted)

    def _ensure_change(self, state: State, desired: Desired) -> Change:
        wanted = desired["ensure"]
        message = None
        is_about_content = "content" in desired or "content" in (desired["audit"] or ())
        if wanted in ("file", "present") and is_about_content:
            message = f"defined content as '{desired.get('content', '')}'"
        event = EVENTS.get(wanted, "file_created")
        return self.change(state, desired, "ensure", message=message, event_name=event)

    def _plan_content(self, state: State, desired: Desired) -> Change | None:
        current, wanted = state.get("content"), desired["content"]
        if state["ensure"] != "file":
            if desired["ensure"] == "present" and desired.given.get("content") is not None:
                desired.log(
                    "warning",
                    f"Ensure set to :present but file type is {state['ensure']} "
                    "so no content will be synced",
                )
            return None
        if current == wanted or not desired["replace"] or is_as_new(current, wanted):
            return None
        diff = None
        if desired["show_diff"]:
            diff = lambda: self._diff(desired)  # noqa: E731
        message = f"content changed '{current}' to '{wanted}'"
        return self.change(state, desired, "content", message=message, diff=diff)

    def _plan_target(self, state: State, desired: Desired) -> Change | None:
        wanted = desired["target"]
        if wanted == "notlink" or state["target"] == wanted or not desired["replace"]:
            return None
        if desired["recurse"] in ("true", "remote") or desired["ensure"] != "link":
            return None
        return self.change(state, desired, "target")

    def _plan_owner(self, state: State, desired: Desired) -> Change | None:
        return self._plan_number(state, desired, "owner")

    def _plan_group(self, state: State, desired: Desired) -> Change | None:
        return self._plan_number(state, desired, "group")

    def _plan_number(self, state: State, desired: Desired, name: str) -> Change | None:
        if self._is_in_sync(desired, name, state[name], desired[name]):
            return None
        old, new = self.shown(name, state[name]), self.shown(name, desired[name])
        return self.change(state, desired, name, old_text=old, new_text=new)

    def shown(self, name: str, value: object) -> str:
        """Write an owner or group as its name, quoted; a number without a name is bare."""
        if name not in ("owner", "group"):
            return super().shown(name, value)
        assert self._machine is not None
        users = self._machine.users
        number = self._number(name, value)
        if number is None:
            return f"'{value}'"
        known = users.user_of(number) if name == "owner" else users.group_of(number)
        return str(number) if known is None else f"'{known.name}'"

    def _plan_mode(self, state: State, desired: Desired) -> Change | None:
        if state["ensure"] == "link":
            return None
        current, text = int(state["mode"], 8), desired["mode"]
        try:
            bits = wanted_mode(text, current, is_directory=state["ensure"] == "directory")
        except ProviderError:  # the change fails with the same error
            return self.change(state, desired, "mode")
        if bits == current:
            return None
        old_text, new_text = f"'{current:04o}'", f"'{bits:04o}'"
        if is_octal(text):
            return self.change(state, desired, "mode", old_text=old_text, new_text=new_text)
        message = f"mode changed {old_text} to {new_text} ({text})"
        new_text = f"'{text.rjust(4, '0')}'"
        return self.change(
            state, desired, "mode", message=message, old_text=old_text, new_text=new_text
        )


def wanted_mode(text: str, current: int, *, is_directory: bool = False) -> int:
    """Return the wanted bits; an octal mode lets readers of a directory search it too."""
    try:
        bits = resolve(text, current, is_directory=is_directory)
    except ValueError as error:
        raise ProviderError(str(error)) from None
    return for_directory(bits) if is_directory and is_octal(text) else bits
