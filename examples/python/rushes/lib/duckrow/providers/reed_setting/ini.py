"""Edits the file in one step, so that no reader sees half of it."""

from configparser import ConfigParser
from io import StringIO

from duckrow.puppet.providers.base import ABSENT, Provider


class Ini(Provider):
    """Reads and writes ini files with Python's parser."""

    name = "ini"

    def read(self, machine, desired):
        section, setting = desired.name.split("/")
        found = _parse(machine, desired["path"]).get(section, setting, fallback=None)
        if found is None:
            return {"ensure": ABSENT, "value": ABSENT}
        return {"ensure": "present", "value": found}

    def create(self, machine, desired, state):
        self.set(machine, desired, "value", desired["value"], state)

    def remove(self, machine, desired, state):
        section, setting = desired.name.split("/")
        parsed = _parse(machine, desired["path"])
        parsed.remove_option(section, setting)
        _write(machine, desired["path"], parsed)

    def set(self, machine, desired, name, value, state):
        section, setting = desired.name.split("/")
        parsed = _parse(machine, desired["path"])
        if not parsed.has_section(section):
            parsed.add_section(section)
        parsed.set(section, setting, value)
        _write(machine, desired["path"], parsed)


def _parse(machine, path):
    parsed = ConfigParser(interpolation=None)
    if machine.files.facts(path) is not None:
        parsed.read_string(machine.files.read(path).decode())
    return parsed


def _write(machine, path, parsed):
    text = StringIO()
    parsed.write(text)
    machine.files.replace(path, text.getvalue().encode())


PROVIDER = Ini
