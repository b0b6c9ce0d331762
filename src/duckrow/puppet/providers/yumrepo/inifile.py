"""yumrepo: sections of the files that yum and dnf read.

A repository is a section of any of these files. A new one goes into a file of its name in the last
of the directories, unless `target` is set. A file without sections is removed.
"""

from __future__ import annotations

from duckrow.machine.texts.ini import IniError, IniText, Section
from duckrow.puppet.providers.base import ABSENT, Provider, ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State
    from duckrow.puppet.resources.table import ResourceTypeTable

MAIN = "/etc/yum.conf"
DIRECTORIES = ("/etc/yum.repos.d", "/etc/yum/repos.d")
MODE = 0o644


class Inifile(Provider):
    """All files are read once; each is written when a section of it was changed."""

    name = "inifile"

    def __init__(self) -> None:
        self._texts: dict[str, IniText] | None = None
        self._directories: list[str] = []
        self._changed: dict[str, None] = {}

    # Reading.

    def prefetch(self, machine: Machine, many: list[Desired]) -> None:
        self._files(machine)

    def _files(self, machine: Machine) -> dict[str, IniText]:
        if self._texts is not None:
            return self._texts
        found: dict[str, IniText] = {}
        self._read(machine, MAIN, found)
        names = _directories(found.get(MAIN))
        files = machine.files
        self._directories = [each for each in names if files.facts(each, follow=True) is not None]
        for directory in self._directories:
            for name in files.names(directory):
                if name.endswith(".repo") and not name.startswith("."):
                    self._read(machine, f"{directory}/{name}", found)
        self._texts = found
        return found

    def _read(self, machine: Machine, path: str, into: dict[str, IniText]) -> None:
        facts = machine.files.facts(path, follow=True)
        if facts is not None and facts.is_file:
            try:
                into[path] = IniText(machine.files.read(path))
            except IniError as error:
                raise ProviderError(f"{error} (file: {path})") from None

    def read(self, machine: Machine, desired: Desired) -> State:
        target = desired["target"]
        for path, text in self._files(machine).items():
            section = text.find(desired.name)
            if section is None or desired.name == "main":
                continue
            if target == ABSENT or path == self._path(desired):
                return _state(desired.table, section)
        return {"ensure": ABSENT}

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        from duckrow.puppet.resources.yumrepo import TABLE

        for path, text in self._files(machine).items():
            for section in text.sections:
                if section.name != "main":
                    yield section.name, {**_state(TABLE, section), "target": path}

    def _path(self, desired: Desired) -> str:
        """Return the file that a repository belongs in."""
        target = desired.get("target", ABSENT)
        if not self._directories:
            return MAIN
        last = self._directories[-1]
        if target == ABSENT:
            return f"{last}/{desired.name}.repo"
        parent, _, name = target.rpartition("/")
        suffix = "" if target.endswith(".repo") else ".repo"
        if parent in self._directories:
            return f"{target}{suffix}"
        return f"{last}/{name}{suffix}"

    # Changing.

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        texts = self._files(machine)
        path = self._path(desired)
        self._changed[path] = None
        new = Section(desired.name)
        for other, text in texts.items():
            old = text.find(desired.name)
            if old is not None:
                # The section is in another file; its settings move along.
                new.entries = old.entries
                text.sections.remove(old)
                self._changed[other] = None
        texts.setdefault(path, IniText()).add(new)
        for name in desired.table.properties:
            if name != "ensure" and name in desired:
                new.set(_key(name), _value(desired[name]))

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        path, section = self._section(machine, desired)
        self._files(machine)[path].sections.remove(section)
        self._changed[path] = None

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        path, section = self._section(machine, desired)
        section.set(_key(name), _value(value))
        self._changed[path] = None

    def _section(self, machine: Machine, desired: Desired) -> tuple[str, Section]:
        for path, text in self._files(machine).items():
            section = text.find(desired.name)
            if section is not None and desired["target"] in (ABSENT, path, None):
                return path, section
        for path, text in self._files(machine).items():
            section = text.find(desired.name)
            if section is not None:
                return path, section
        raise ProviderError(f"There is no section {desired.name} any more")

    def flush(self, machine: Machine, desired: Desired) -> None:
        texts = self._files(machine)
        changed, self._changed = list(self._changed), {}
        try:
            for path in changed:
                is_there = machine.files.facts(path, follow=True) is not None
                if is_there and desired.catalog is not None:
                    desired.catalog.backup(path)
                if texts[path].sections:
                    machine.files.replace(path, texts[path].content, MODE, follow=True)
                else:
                    machine.files.remove(path)
                    del texts[path]
        except BaseException:
            self._texts = None  # read the files again
            raise


def _directories(main: IniText | None) -> list[str]:
    section = None if main is None else main.find("main")
    given = None if section is None else section.get("reposdir")
    return list(DIRECTORIES) if given is None else given.replace(",", " ").split()


def _state(table: ResourceTypeTable, section: Section) -> State:
    state: State = {"ensure": "present"}
    for key, value in section.settings().items():
        name = "descr" if key == "name" else key
        if name in table.properties and name != "ensure":
            state[name] = value
    return state


def _key(name: str) -> str:
    return "name" if name == "descr" else name


def _value(value: object) -> str | None:
    return None if value == ABSENT else str(value)


PROVIDER = Inifile
