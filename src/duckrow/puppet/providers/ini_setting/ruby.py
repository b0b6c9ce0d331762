"""ini_setting: one setting in a file."""

from __future__ import annotations

from duckrow.puppet.providers.base import ABSENT
from duckrow.puppet.providers.ini_setting.file import SettingProvider, read_text, write_text
from duckrow.puppet.providers.ini_setting.text import IniStyle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Change, Desired, State


class Ruby(SettingProvider):
    """Settings of text files."""

    name = "ruby"

    def read(self, machine: Machine, desired: Desired) -> State:
        text = read_text(machine, desired["path"], _style(desired))
        section, setting = desired["section"], desired["setting"]
        if setting is None:
            return {"ensure": "present" if text.has_section(section) else ABSENT, "value": None}
        value = text.value(section, setting)
        if value is None:
            is_wanted = (
                text.has_section(section) or desired["force_new_section_creation"] != "false"
            )
            return {"ensure": ABSENT, "is_wanted": is_wanted}
        return {"ensure": "present", "value": value}

    def plan(self, state: State, desired: Desired) -> list[Change]:
        if desired["refreshonly"] or not state.get("is_wanted", True):
            return []
        return super().plan(state, desired)

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        return bool(current == wanted)

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        self._set(machine, desired, desired)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        self._set(machine, desired)

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        text = read_text(machine, desired["path"], _style(desired))
        before = str(text)
        if desired["setting"] is None:
            text.remove_bare(desired["section"])
        else:
            text.remove(desired["section"], desired["setting"])
        if str(text) != before:
            write_text(machine, desired["path"], text, desired)

    def refresh(self, machine: Machine, desired: Desired) -> None:
        if not desired["refreshonly"]:
            return
        if desired["ensure"] == ABSENT:
            self.remove(machine, desired, {})
        else:
            self._set(machine, desired)

    def _set(self, machine: Machine, desired: Desired, ensured: Desired | None = None) -> None:
        text = read_text(machine, desired["path"], _style(desired))
        setting, value = desired["setting"], desired["value"]
        if setting is None:
            text.add_section(desired["section"])
        else:
            text.set(desired["section"], setting, "" if value is None else value)
        write_text(machine, desired["path"], text, ensured)


def _style(desired: Desired) -> IniStyle:
    width = desired["indent_width"]
    return IniStyle(
        desired["key_val_separator"],
        desired["section_prefix"],
        desired["section_suffix"],
        desired["indent_char"],
        None if width is None else int(width),
    )


PROVIDER = Ruby
