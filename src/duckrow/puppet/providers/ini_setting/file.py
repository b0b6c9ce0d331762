"""Reading and writing a file of settings, and the messages about their values."""

from __future__ import annotations

from duckrow.puppet.providers.base import Provider
from duckrow.puppet.providers.ini_setting.text import IniText
from duckrow.puppet.providers.system import ReportOsErrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Change, Desired, State
    from duckrow.puppet.providers.ini_setting.text import IniStyle

LIMIT = 64 * 1024 * 1024
HIDDEN = "[redacted sensitive information]"


def read_text(machine: Machine, path: str, style: IniStyle) -> IniText:
    """Read a file; a path without a file is empty."""
    facts = machine.files.facts(path, follow=True)
    content = b""
    if facts is not None and facts.is_file:
        with ReportOsErrors(path):
            content = machine.files.read(path, LIMIT)
    return IniText(content.decode("utf-8", "surrogateescape"), style)


def write_text(machine: Machine, path: str, text: IniText, desired: Desired | None = None) -> None:
    """Write a file that is new or has changed; with `desired`, to set its attribute `ensure`."""
    with ReportOsErrors(path, desired=desired):
        content = str(text).encode("utf-8", "surrogateescape")
        facts = machine.files.facts(path, follow=True)
        mode = 0o644 if facts is None else None
        machine.files.replace(path, content, mode, follow=True)


class SettingProvider(Provider):
    """The base of providers whose values the log shows only if it shows differences."""

    def change(self, state: State, desired: Desired, name: str, **more: object) -> Change:
        if name == "value":
            more["old_text"] = _shown(desired, state["value"])
            more["new_text"] = _shown(desired, desired["value"])
        return super().change(state, desired, name, **more)


def _shown(desired: Desired, value: object) -> str:
    if getattr(desired.catalog, "shows_diff", False):
        if desired["show_diff"] == "true":
            return str(value)
        if desired["show_diff"] == "md5":
            from hashlib import md5

            data = str(value).encode("utf-8", "surrogateescape")
            return "{md5}" + md5(data, usedforsecurity=False).hexdigest()
    return HIDDEN
