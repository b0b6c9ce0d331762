"""ini_subsetting: one item of a setting in a file."""

from __future__ import annotations

from duckrow.puppet.providers.base import ABSENT
from duckrow.puppet.providers.ini_setting.file import SettingProvider, read_text, write_text
from duckrow.puppet.providers.ini_setting.text import IniStyle
from duckrow.puppet.providers.ini_subsetting.items import Items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State
    from duckrow.puppet.providers.ini_setting.text import IniText


class Ruby(SettingProvider):
    """Items of settings of text files."""

    name = "ruby"

    def read(self, machine: Machine, desired: Desired) -> State:
        items = _items(_text(machine, desired), desired)
        if items.find(_name(desired)) is None:
            return {"ensure": ABSENT}
        return {"ensure": "present", "value": items.value(_name(desired))}

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        self._put(machine, desired, desired)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        self._put(machine, desired)

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        text = _text(machine, desired)
        items = _items(text, desired)
        items.drop(_name(desired))
        if not str(items):
            # Even without delete_if_empty: the module never leaves a setting without a value.
            text.remove(desired["section"], desired["setting"])
        else:
            text.set(desired["section"], desired["setting"], str(items))
        write_text(machine, desired["path"], text, desired)

    def _put(self, machine: Machine, desired: Desired, ensured: Desired | None = None) -> None:
        text = _text(machine, desired)
        items = _items(text, desired)
        value = desired["value"]
        items.put(
            _name(desired),
            "" if value is None else value,
            desired["insert_type"],
            desired["insert_value"],
        )
        text.set(desired["section"], desired["setting"], str(items))
        write_text(machine, desired["path"], text, ensured)


def _text(machine: Machine, desired: Desired) -> IniText:
    return read_text(machine, desired["path"], IniStyle(desired["key_val_separator"]))


def _items(text: IniText, desired: Desired) -> Items:
    return Items(
        text.value(desired["section"], desired["setting"]),
        desired["subsetting_separator"],
        desired["quote_char"],
        desired["subsetting_key_val_separator"],
        is_exact=desired["use_exact_match"] == "true",
    )


def _name(desired: Desired) -> str:
    return str(desired["subsetting"] or "")


PROVIDER = Ruby
