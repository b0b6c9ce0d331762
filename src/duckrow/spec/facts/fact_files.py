"""Fact sets of FacterDB: where they are, and which one is for a system.

The fact sets are data of another project: they are read from a directory, and are no part of
duckrow. Files are named VERSION/NAME-RELEASE-HARDWARE.facts below it.
"""

from __future__ import annotations

import marshal
import re

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.paths import is_directory, names_in, read_bytes
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    Facts = dict[str, object]
    Version = tuple[int, ...]

# Where packages of FacterDB keep their fact sets.
_GEM_DIRECTORIES = ("/usr/share/rubygems-integration/all/gems", "/var/lib/gems")


class Wanted:
    """One system that is wanted: its name, the beginning of its release, its hardware."""

    __slots__ = ("hardware", "name", "release", "shown")

    def __init__(
        self,
        name: str,
        release: re.Pattern[str] | None,
        hardware: re.Pattern[str],
        shown: str = "",
    ) -> None:
        self.name = name
        self.shown = shown or name.lower()  # for messages: debian-12
        self.release = release
        self.hardware = hardware

    def key(self) -> tuple[str, ...]:
        """Return what tells it from others."""
        release = "" if self.release is None else self.release.pattern
        return self.name, release, self.hardware.pattern

    def fits(self, facts: Facts) -> bool:
        """Return whether a fact set is of this system."""
        os = facts.get("os")
        if not isinstance(os, dict) or str(os.get("name")).lower() != self.name.lower():
            return False
        release = os.get("release")
        full = str(release.get("full", "")) if isinstance(release, dict) else ""
        if self.release is not None and self.release.search(full) is None:
            return False
        return self.hardware.fullmatch(str(os.get("hardware", ""))) is not None


def wanted_systems(supported: list[object], models: list[str]) -> list[Wanted]:
    """Return the systems that metadata.json names, one for each release and hardware."""
    found = []
    for each in supported:
        assert isinstance(each, dict)
        name = str(each["operatingsystem"])
        releases = each.get("operatingsystemrelease")
        if releases is None:
            found += [Wanted(name, None, re.compile(re.escape(model))) for model in models]
            continue
        for release in releases if isinstance(releases, list) else [releases]:
            found += [_wanted(name, str(release), model) for model in models]
    return found


def _wanted(name: str, release: str, model: str) -> Wanted:
    pattern = re.compile(f"^{re.escape(release.split(' ', maxsplit=1)[0])}")
    lower = name.lower()
    shown = f"{lower}-{release}"
    if "aix" in lower:
        digits = re.fullmatch(r"(\d+)\.(\d+)", release)
        start = f"{digits[1]}{digits[2]}00" if digits else release
        pattern = re.compile(f"^{re.escape(start)}-")
    elif "windows" in lower:
        name = lower
        word = re.sub(r"(?i)\A(?:Server )?", "", release)
        pattern = re.compile(f"^{re.escape(word)}$")
    elif "amazon" in lower and release == "2":
        pattern = re.compile("^2$")
    return Wanted(name, pattern, hardware_of(lower, model), shown)


def hardware_of(name: str, model: str) -> re.Pattern[str]:
    """Return the hardware of a system's fact sets; some systems have their own name for x86_64."""
    if "bsd" in name:
        return re.compile("amd64")
    if "solaris" in name:
        return re.compile("i86pc")
    if "aix" in name:
        return re.compile("IBM,.*")
    return re.compile("x86_64" if "windows" in name else re.escape(model))


def fact_directories(given: str | None, environment: dict[str, str]) -> list[str]:
    """Return the directories with fact sets: the given one, or those that are installed."""
    found = [] if given is None else [given]
    found += [each for each in environment.get("FACTERDB_SEARCH_PATHS", "").split(":") if each]
    if given is None and "FACTERDB_SKIP_DEFAULTDB" not in environment:
        for directory in _GEM_DIRECTORIES:
            for gems in (directory, *(f"{directory}/{each}/gems" for each in _names(directory))):
                gem = max(
                    (each for each in _names(gems) if each.startswith("facterdb-")), default=""
                )
                found += [f"{gems}/{gem}/facts"] if gem else []
    return [path for each in found for path in (f"{each}/facts", each) if is_directory(path)]


def lacks_fact_sets(directory: str) -> bool:
    """Return whether a directory that a user names holds no fact sets."""
    return not FactFiles(fact_directories(directory, {})).has_sets


def _names(directory: str) -> list[str]:
    return sorted(names_in(directory)) if is_directory(directory) else []


def _number(version: str) -> Version:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def _read_facts(path: str) -> Facts:
    try:
        facts = load(read_bytes(path), path)
    except DataError as error:
        raise InputError(f"{path} is no valid JSON", str(error)) from None
    if not isinstance(facts, dict):
        raise InputError(f"{path} holds no JSON object")
    return facts


class FactFiles:
    """The fact sets below some directories: each is read once."""

    __slots__ = ("_chosen", "_names", "_read", "directories")

    def __init__(self, directories: list[str]) -> None:
        self.directories = directories
        # Paths of all fact sets by version of Facter, the newest first.
        self._names: list[tuple[Version, list[str]]] | None = None
        # By path: what tells a system, and the facts in a form of which copies are made fast.
        self._read: dict[str, tuple[Facts, bytes]] = {}
        self._chosen: dict[tuple[str, ...], tuple[str, bool]] = {}

    @property
    def has_sets(self) -> bool:
        """Whether the directories hold fact sets."""
        return any(paths for _, paths in self._paths())

    @property
    def systems(self) -> list[str]:
        """The names of the systems that have a fact set, such as debian-12."""
        files = [path.rpartition("/")[2] for _, paths in self._paths() for path in paths]
        return list(dict.fromkeys(each.rpartition("-")[0] for each in files))

    def choose(self, wanted: Wanted, version: str) -> tuple[Facts | None, bool]:
        """Return the fact set of a system for a version of Facter, and whether it is of that one.

        Every caller gets a copy.
        """
        key = (*wanted.key(), version)
        found = self._chosen.get(key)
        if found is None:
            found = self._chosen[key] = self._choose(wanted, version)
        path, is_exact = found
        if not path:
            return None, False
        return marshal.loads(self._facts(path)[1]), is_exact  # noqa: S302  (our own bytes)

    def _choose(self, wanted: Wanted, version: str) -> tuple[str, bool]:
        asked = _number(version)
        for number, paths in self._paths():
            if number > asked[:2]:
                continue
            fitting: dict[Version, str] = {}
            prefix = f"{wanted.name.lower()}-"
            for path in paths:
                if not path.rpartition("/")[2].startswith(prefix):
                    continue
                head = self._facts(path)[0]
                if wanted.fits(head):
                    fitting[_number(str(head.get("facterversion")))] = path
            same = [each for each in fitting if each[: len(asked)] == asked]
            if fitting:
                return fitting[max(same or fitting)], bool(same)
        return "", False

    def _facts(self, path: str) -> tuple[Facts, bytes]:
        found = self._read.get(path)
        if found is None:
            facts = _read_facts(path)
            head = {name: facts.get(name) for name in ("os", "facterversion")}
            found = self._read[path] = head, marshal.dumps(facts)
        return found

    def _paths(self) -> list[tuple[Version, list[str]]]:
        if self._names is None:
            found: dict[Version, list[str]] = {}
            for directory in self.directories:
                for version in _names(directory):
                    place = f"{directory}/{version}"
                    if is_directory(place):
                        names = [each for each in _names(place) if each.endswith(".facts")]
                        paths = found.setdefault(_number(version), [])
                        paths += [f"{place}/{name}" for name in names]
            self._names = sorted(found.items(), reverse=True)
        return self._names
