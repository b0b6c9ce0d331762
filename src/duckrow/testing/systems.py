"""Facts of operating systems by name: os("debian-12"), and the systems that metadata.json lists."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import lru_cache

from duckrow.puppet.ruby_code.messages import VERSION
from duckrow.source.did_you_mean import did_you_mean, most_similar
from duckrow.source.errors import InputError
from duckrow.spec.facts.built_in_facts import built_in_fact_set, built_in_facts
from duckrow.spec.facts.fact_files import FactFiles, Wanted, hardware_of, wanted_systems
from duckrow.spec.fixtures import read_metadata
from duckrow.spec.suite import DEFAULTS
from duckrow.testing.arguments import data_of
from duckrow.testing.errors import ArgumentError, hides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Facts = dict[str, object]

__tracebackhide__ = hides
_NAME = re.compile(r"(?P<name>[A-Za-z]+)-(?P<release>[\d.]+)(?:-(?P<hardware>\w+))?")
_FACTER = str(DEFAULTS["default_facter_version"])


class System:
    """The facts of an operating system, found when a test needs them."""

    __slots__ = ("_more", "name")

    def __init__(self, name: str, more: Mapping[str, object] | None = None) -> None:
        self.name = name
        self._more = data_of("os", more or {}, 'os("debian-12", ducks=5)')

    def __or__(self, more: Mapping[str, object]) -> System:
        """Return the same system with more facts; hashes are merged at every depth."""
        return System(self.name, _merged(self._more, more))

    def find(self, directories: list[str]) -> Facts:
        """Return the facts: of FacterDB's directories, or those that ship with duckrow."""
        found = find_facts(self.name, directories)
        if found is None:
            shipped = _shipped()
            lines = [
                f"there is no fact set for {self.name}",
                did_you_mean(self.name, [*shipped, *_files(*directories).systems]),
                f"these ship with duckrow: {', '.join(shipped)}",
                "--duckrow-facts DIR names a directory with the fact sets of FacterDB",
            ]
            raise ArgumentError("\n".join(filter(None, lines)))
        return _merged({**found, "puppetversion": VERSION}, self._more)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"os({self.name!r})"


def os(name: str, **facts: object) -> System:
    """Return the facts of an operating system such as debian-12, with others in their places."""
    return System(name, facts)


def find_named(text: str, directories: list[str]) -> str:
    """Return the name of the known system that a text means, or the text itself."""
    known = [*_shipped(), *_files(*directories).systems]
    return text if text in known else most_similar(text, known) or text


def _shipped() -> list[str]:
    return list(dict.fromkeys(system_name(each) for each in built_in_facts()))


def find_facts(name: str, directories: list[str]) -> Facts | None:
    """Return the facts of a system by its name, or None."""
    parts = _NAME.fullmatch(name) if isinstance(name, str) else None
    if parts is None:
        raise ArgumentError(f"{name!r} is no name of a system: write it as debian-12")
    release = re.compile(rf"^{re.escape(parts['release'])}(\.|-|$)")
    given = parts["hardware"]
    hardware = re.compile(given) if given else hardware_of(parts["name"].lower(), "x86_64")
    return _choose(Wanted(parts["name"], release, hardware), directories)


@lru_cache(maxsize=8)
def _files(*directories: str) -> FactFiles:
    return FactFiles(list(directories))


def _choose(wanted: Wanted, directories: list[str]) -> Facts | None:
    try:
        found, _ = _files(*directories).choose(wanted, _FACTER)
    except InputError as error:  # a file of FacterDB that is damaged
        raise ArgumentError("\n".join(filter(None, [str(error), error.why]))) from None
    return built_in_fact_set(wanted) if found is None else found


def supported_systems(directory: str, directories: list[str]) -> dict[str, bool]:
    """Return the names of the systems in a module's metadata.json, and if they have a fact set."""
    found: dict[str, bool] = {}
    for each in read_metadata(directory).get("operatingsystem_support") or []:
        for wanted, name in _systems(each):
            facts = _choose(wanted, directories)
            found[name if facts is None else system_name(facts)] = facts is not None
    return found


def _systems(entry: dict[str, object]) -> list[tuple[Wanted, str]]:
    releases = entry.get("operatingsystemrelease")
    names = releases if isinstance(releases, list) else [releases]
    word = str(entry["operatingsystem"]).lower()
    shown = [word if each is None else f"{word}-{each}" for each in names]
    return list(zip(wanted_systems([entry], ["x86_64"]), shown, strict=True))


def system_name(facts: Facts) -> str:
    """Return the name of the system of a fact set: debian-12."""
    os_fact = facts["os"]
    assert isinstance(os_fact, dict)
    return f"{os_fact['name'].lower()}-{os_fact['release']['major']}"


def _merged(one: Mapping[str, object], other: Mapping[str, object]) -> Facts:
    found = deepcopy(dict(one))
    for name, value in other.items():
        known = found.get(name)
        if isinstance(known, dict) and isinstance(value, dict):
            found[name] = _merged(known, value)
        else:
            found[name] = deepcopy(value)
    return found
