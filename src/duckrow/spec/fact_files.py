"""Fact sets of FacterDB: where they are, and which one is for a system.

The fact sets are data of another project: they are read from a directory, and are no part of
duckrow. Files are named VERSION/NAME-RELEASE-HARDWARE.facts below it.
"""

from __future__ import annotations

import marshal
import re
from functools import lru_cache

from duckrow.data.json import load
from duckrow.machine.paths import is_directory, modified, names_in, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    Facts = dict[str, object]
    Version = tuple[int, ...]

# Where packages of FacterDB keep their fact sets.
_GEM_DIRECTORIES = ("/usr/share/rubygems-integration/all/gems", "/var/lib/gems")


class Wanted:
    """One system that is wanted: its name, the beginning of its release, its hardware."""

    __slots__ = ("hardware", "name", "release")

    def __init__(
        self, name: str, release: re.Pattern[str] | None, hardware: re.Pattern[str]
    ) -> None:
        self.name = name
        self.release = release
        self.hardware = hardware

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
    if "bsd" in lower:
        model = "amd64"
    elif "solaris" in lower:
        model = "i86pc"
    elif "aix" in lower:
        digits = re.fullmatch(r"(\d+)\.(\d+)", release)
        start = f"{digits[1]}{digits[2]}00" if digits else release
        return Wanted(name, re.compile(f"^{re.escape(start)}-"), re.compile("IBM,.*"))
    elif "windows" in lower:
        word = re.sub(r"(?i)\A(?:Server )?", "", release)
        pattern = re.compile(f"^{re.escape(word)}$")
        return Wanted(lower, pattern, re.compile("x86_64"))
    elif "amazon" in lower and release == "2":
        pattern = re.compile("^2$")
    return Wanted(name, pattern, re.compile(re.escape(model)))


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


def _names(directory: str) -> list[str]:
    return sorted(names_in(directory)) if is_directory(directory) else []


@lru_cache(maxsize=512)
def _read(path: str, _modified: float | None) -> bytes:
    """Return a fact set in a form of which many copies are made fast."""
    return marshal.dumps(load(read_bytes(path), path))


def _number(version: str) -> Version:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def _files(directories: list[str], name: str, most: Version) -> list[list[str]]:
    """List the files of an operating system by version of Facter, the newest first."""
    found: dict[Version, list[str]] = {}
    prefix = f"{name.lower()}-"
    for directory in directories:
        for version in _names(directory):
            number = _number(version)
            if number > most or not is_directory(f"{directory}/{version}"):
                continue
            found.setdefault(number, []).extend(
                f"{directory}/{version}/{file}"
                for file in _names(f"{directory}/{version}")
                if file.startswith(prefix) and file.endswith(".facts")
            )
    return [found[number] for number in sorted(found, reverse=True)]


def choose(directories: list[str], wanted: Wanted, version: str) -> tuple[Facts | None, bool]:
    """Return the fact set of a system for a version of Facter, and whether it is of that one."""
    asked = _number(version)
    for files in _files(directories, wanted.name, asked[:2]):
        fitting: dict[Version, Facts] = {}
        for path in files:
            facts = marshal.loads(_read(path, modified(path)))  # noqa: S302  (our own bytes)
            if wanted.fits(facts):
                fitting[_number(str(facts.get("facterversion")))] = facts
        same = [each for each in fitting if each[: len(asked)] == asked]
        if fitting:
            return fitting[max(same or fitting)], bool(same)
    return None, False
