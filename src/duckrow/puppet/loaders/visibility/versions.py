"""The modules on the module path with all their versions.

A module without a version in its name is on the path once, as always: the first one counts. Names
with a version add to it: pond@1.2.0 and pond-1.2.0.par.
"""

from __future__ import annotations

from duckrow.puppet.loaders.modules import Module
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.source.module_names import (
    modules_in,
    short_name,
    version_in,
    versions_in,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.directories import Directories


class ModuleVersion(Module):
    """One version of a module."""

    __slots__ = ("_data", "_number")

    def __init__(self, name: str, path: str, directories: Directories) -> None:
        super().__init__(name, path, directories)
        self._data: dict[str, object] | None = None
        self._number: SemVer | None = None

    @property
    def data(self) -> dict[str, object]:
        """The content of metadata.json; empty if there is none."""
        if self._data is None:
            read = self.parsed_metadata()
            self._data = read if isinstance(read, dict) else {}
        return self._data

    @property
    def full_name(self) -> str:
        """The name with that of its author, as a metadata.json names the module."""
        written = self.data.get("name")
        return written.replace("/", "-") if isinstance(written, str) else self.name

    @property
    def version_text(self) -> str:
        """The version in its name on the path, else in metadata.json, else nothing."""
        named = version_in(self.path.rpartition("/")[2])
        written = self.data.get("version")
        return named or (written if isinstance(written, str) else "")

    @property
    def number(self) -> SemVer | None:
        """The version; None if the module names none."""
        if self._number is None:
            try:
                self._number = SemVer.parse(self.version_text)
            except InvalidValueError:
                return None
        return self._number

    @property
    def requirements(self) -> dict[str, str] | None:
        """The ranges of the modules that it declares, by name; None without a metadata.json.

        A metadata.json that cannot be parsed declares nothing.
        """
        if not self.data:
            return {} if self.fault else None
        listed = self.data.get("dependencies")
        found: dict[str, str] = {}
        for entry in listed if isinstance(listed, list) else ():
            if isinstance(entry, dict) and isinstance(entry.get("name"), str):
                range_ = entry.get("version_requirement")
                found[short_name(entry["name"])] = range_ if isinstance(range_, str) else ""
        return found

    @property
    def shown(self) -> str:
        """The name and the version, for messages."""
        return f"{self.name} {self.version_text}".rstrip()

    def fits(self, range_: str) -> bool:
        """Return whether the version is in a range; a text that is no range has all versions."""
        number = self.number
        if not range_ or number is None:
            return True
        try:
            return number in SemVerRange.parse(range_)
        except InvalidValueError:
            return True


def find_versions(
    modulepath: list[str], directories: Directories
) -> dict[str, list[ModuleVersion]]:
    """Return the versions of each module, the newest first."""
    found: dict[str, list[ModuleVersion]] = {}
    has_plain: set[str] = set()
    for directory in modulepath:
        directories.use_index(directory)
        names = directories.names(directory)
        plain = [each for each in modules_in(names) if not version_in(each[1])]
        for module, name in sorted([*plain, *versions_in(names)]):
            path = f"{directory}/{name}"
            is_plain = not version_in(name)
            if (is_plain and module in has_plain) or not directories.is_module(path):
                continue
            if is_plain:
                has_plain.add(module)
            found.setdefault(module, []).append(ModuleVersion(module, path, directories))
    return {name: _newest_first(versions) for name, versions in found.items()}


def _newest_first(versions: list[ModuleVersion]) -> list[ModuleVersion]:
    """Sort versions; of two equal ones the first counts, and one without a version is the last."""
    if len(versions) == 1:
        return versions
    different: dict[str, ModuleVersion] = {}
    for each in versions:
        different.setdefault(each.version_text, each)
    numbered = [(each.number, each) for each in different.values()]
    found = [(number, each) for number, each in numbered if number is not None]
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [each for _, each in found] + [each for number, each in numbered if number is None]
