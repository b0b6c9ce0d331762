"""The installed modules with their metadata, and the dependencies that are not met."""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.module_path import modules_below, versions_below
from duckrow.machine.paths import is_directory, read_bytes
from duckrow.puppet.values.semver import LOWEST, SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.ruby.values.errors import InvalidValueError

NOT_SEMANTIC, MISMATCH, MISSING = "non_semantic_version", "version_mismatch", "missing"


class InstalledModule:
    """A module: its directory, and the name, version and dependencies of its metadata.json."""

    __slots__ = ("dependencies", "forge_name", "name", "path", "version")

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path
        metadata = _metadata(f"{path}/metadata.json")
        full = metadata.get("name")
        version = metadata.get("version")
        self.forge_name = _with_slash(full) if isinstance(full, str) else None
        self.version = version if isinstance(version, str) else None
        # Names as author/module, and the versions that are required.
        self.dependencies: list[tuple[str, str]] = []
        listed = metadata.get("dependencies")
        for each in listed if isinstance(listed, list) else ():
            if isinstance(each, dict) and isinstance(each.get("name"), str):
                required = each.get("version_requirement")
                self.dependencies.append((_with_slash(each["name"]), required or ">= 0.0.0"))

    @property
    def shown_name(self) -> str:
        """Its name with that of its author: duck-pond."""
        return (self.forge_name or self.name).replace("/", "-")


class Unmet:
    """A dependency that is missing or has an unsuitable version."""

    __slots__ = ("installed", "name", "parent", "reason", "required")

    def __init__(
        self, name: str, required: str, parent: InstalledModule, reason: str, installed: str | None
    ) -> None:
        self.name = name
        self.required = _with_v(required)
        self.parent = parent
        self.reason = reason
        self.installed = installed

    @property
    def parent_version(self) -> str:
        return _with_v(self.parent.version or "")

    @property
    def words(self) -> str:
        """Who requires what."""
        parent = f"'{self.parent.shown_name}' ({self.parent_version})"
        return f"{parent} requires '{self.name.replace('/', '-')}' ({self.required})"


class InstalledModules:
    """The modules of a module path; the first one of a name is used.

    If it `has_versions`, names such as pond@1.2.0 count too, and a dependency is met by the newest
    version that fits.
    """

    __slots__ = ("_others", "by_name", "by_path")

    def __init__(self, modulepath: list[str], *, has_versions: bool = False) -> None:
        self.by_path: dict[str, list[InstalledModule]] = {}
        self.by_name: dict[str, InstalledModule] = {}
        self._others: list[InstalledModule] = []  # versions of modules, the newest first
        for directory in modulepath:
            if is_directory(directory) and directory not in self.by_path:
                found = [InstalledModule(*each) for each in modules_below(directory).items()]
                self.by_path[directory] = found
                for module in found:
                    self.by_name.setdefault(module.name, module)
        if has_versions:
            self._add_versions()

    def _add_versions(self) -> None:
        known = {module.path for module in self.by_name.values()}
        for directory in self.by_path:
            below = versions_below(directory)
            self._others += [InstalledModule(*each) for each in below if each[1] not in known]
        self._others.sort(key=lambda module: _number(module.version), reverse=True)
        for module in self._others:
            self.by_name.setdefault(module.name, module)

    def all(self) -> list[InstalledModule]:
        """Return all modules in all versions, sorted by name, the newest version first."""
        first = self.by_name.values()
        every = [*first, *(each for each in self._others if each not in first)]
        every.sort(key=lambda module: _number(module.version), reverse=True)
        return sorted(every, key=lambda module: module.name)

    def chosen(self, name: str, required: str) -> InstalledModule | None:
        """Return the module that a dependency on author/module gets, whether it fits or not."""
        short = name.partition("/")[2]
        first = self.by_name.get(short)
        if first is None or not self._others:
            return first
        for module in self.all():
            if module.name == short and _mismatch(required, module.version or "") is None:
                return module
        return first

    def dependencies_of(self, module: InstalledModule) -> list[InstalledModule]:
        """Return the installed modules that a module depends on."""
        names = (name.partition("/")[2] for name, _ in module.dependencies)
        return [self.by_name[name] for name in names if name in self.by_name]

    def count_dependents(self, module: InstalledModule) -> int:
        """Return how many modules depend on a module."""
        wanted = module.forge_name
        return sum(
            name == wanted for each in self.by_name.values() for name, _ in each.dependencies
        )

    def unmet_of(self, module: InstalledModule) -> list[Unmet]:
        """Return the dependencies of a module that are not met."""
        found = []
        for name, required in module.dependencies:
            installed = self.chosen(name, required)
            if installed is None or installed.forge_name != name:
                found.append(Unmet(name, required, module, MISSING, None))
                continue
            reason = _mismatch(required, installed.version or "")
            if reason is not None:
                found.append(Unmet(name, required, module, reason, installed.version))
        return found

    def unmet(self) -> dict[str, dict[str, list[Unmet]]]:
        """Return all dependencies that are not met: by reason and by the name of the module."""
        found: dict[str, dict[str, list[Unmet]]] = {NOT_SEMANTIC: {}, MISMATCH: {}, MISSING: {}}
        for name in sorted(self.by_name):
            unmet = self.unmet_of(self.by_name[name])
            for each in sorted(unmet, key=lambda dependency: dependency.name):
                found[each.reason].setdefault(each.name, []).append(each)
        return found


def _metadata(path: str) -> dict[str, object]:
    try:
        found = load(read_bytes(path))
    except (OSError, DataError):
        return {}
    return found if isinstance(found, dict) else {}


def _mismatch(required: str, version: str) -> str | None:
    try:
        return None if SemVer.parse(version) in SemVerRange.parse(required) else MISMATCH
    except InvalidValueError:
        return NOT_SEMANTIC


def _number(version: str | None) -> SemVer:
    try:
        return SemVer.parse(version or "")
    except InvalidValueError:
        return LOWEST


def _with_slash(name: str) -> str:
    return name.replace("-", "/", 1)


def _with_v(version: str) -> str:
    return f"v{version}" if version[:1].isdigit() else version
