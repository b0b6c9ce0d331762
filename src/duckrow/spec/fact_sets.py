"""on_supported_os: the fact sets of FacterDB for the systems that metadata.json names.

The fact sets are data of another project: they are read from a directory, and are no part of
duckrow. Files are named VERSION/NAME-RELEASE-HARDWARE.facts below it.
"""

from __future__ import annotations

import re
from copy import deepcopy
from os.path import join

from duckrow.data.json import load
from duckrow.machine.paths import is_directory, is_file, names_in, read_bytes
from duckrow.puppet.ruby_code.messages import VERSION
from duckrow.ruby.calls import send_self
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.values.kinds import Proc, symbol
from duckrow.spec.host import suite_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.suite import Suite

    Facts = dict[str, object]
    Version = tuple[int, ...]

# Where packages of FacterDB keep their fact sets.
_GEM_DIRECTORIES = ("/usr/share/rubygems-integration/all/gems", "/var/lib/gems")
_VERSION = re.compile(r"\d+\.\d+(\.\d+)*")


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
        if not isinstance(os, dict) or os.get("name") != self.name:
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


def read_sets(directories: list[str], name: str) -> list[Facts]:
    """Read all fact sets of an operating system."""
    found: list[Facts] = []
    prefix = f"{name.lower()}-"
    for directory in directories:
        for version in _names(directory):
            if not is_directory(f"{directory}/{version}"):
                continue
            for file in _names(f"{directory}/{version}"):
                if file.startswith(prefix) and file.endswith(".facts"):
                    path = f"{directory}/{version}/{file}"
                    facts = load(read_bytes(path), path)
                    assert isinstance(facts, dict)
                    found.append(facts)
    return found


def _number(version: str) -> Version:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def choose(sets: list[Facts], wanted: Wanted, version: str) -> tuple[Facts | None, bool]:
    """Return the fact set of a system for a version of Facter, and whether it is of that one."""
    fitting = {_number(str(each.get("facterversion"))): each for each in sets if wanted.fits(each)}
    asked = _number(version)
    same = [each for each in fitting if each[: len(asked)] == asked]
    if same:
        return fitting[max(same)], True
    limit = (asked[0], asked[1] + 1)
    older = [each for each in fitting if each < limit]
    return (fitting[max(older)], False) if older else (None, False)


# ---- for Ruby code


def _on_supported_os(ruby: Interpreter, _self: object, options: object = None) -> object:
    """Return the fact sets of the supported systems by their names: debian-12-x86_64."""
    suite = suite_of(ruby)
    given = (
        {to_s(ruby, key): each for key, each in options.items()}
        if isinstance(options, dict)
        else {}
    )
    models = given.get("hardwaremodels", ["x86_64"])
    supported = given.get("supported_os")
    if supported is None:
        supported = _metadata(suite).get("operatingsystem_support")
    if not isinstance(supported, list):
        raise RubyError("StandardError", "Unknown operatingsystem support in the metadata file!")
    version = to_s(
        ruby,
        given.get("facterversion") or suite.configuration.settings["default_facter_version"],
    )
    if _VERSION.fullmatch(version) is None:
        raise argument_error(
            f":facterversion must be in the format 'n.n' or 'n.n.n' (n is numeric), not '{version}'"
        )
    if not suite.fact_directories:
        suite.warn("no fact sets of FacterDB were found; --facterdb DIR names their directory")
    words = [to_s(ruby, each) for each in (models if isinstance(models, list) else [models])]
    systems = wanted_systems([_texts(ruby, each) for each in supported], words)
    return _named_sets(ruby, suite, systems, version)


def _texts(ruby: Interpreter, value: object) -> object:
    from duckrow.spec.inputs import plain

    return plain(ruby, value)


def _named_sets(
    ruby: Interpreter, suite: Suite, systems: list[Wanted], version: str
) -> dict[object, object]:
    environment = ruby.host.environment
    only = environment.get("SPEC_FACTS_OS")
    is_strict = environment.get("SPEC_FACTS_STRICT") == "yes"
    has_texts = truthy(suite.configuration.settings["facterdb_string_keys"])
    sets: dict[str, list[Facts]] = {}
    found: dict[object, object] = {}
    for system in systems:
        if only and not f"{system.name.lower()}-".startswith(only[: len(system.name) + 1]):
            continue
        if system.name not in sets:
            sets[system.name] = read_sets(suite.fact_directories, system.name)
        facts, is_exact = choose(sets[system.name], system, version)
        if facts is None:
            continue
        if not is_exact:
            message = f"No facts were found in the FacterDB for Facter v{version} on {system.name}"
            if is_strict:
                raise argument_error(f"{message}, aborting")
            suite.warn(f"{message}, using v{facts['facterversion']} instead")
        name = _name(facts)
        if only and not name.startswith(only):
            continue
        own = deepcopy(facts)
        own |= {
            "puppetversion": VERSION,
            "rubysitedir": "/usr/local/lib/site_ruby/3.1.0",
            "rubyversion": "3.1.2",
        }
        keyed: dict[object, object] = {
            each if has_texts else symbol(each): value for each, value in own.items()
        }
        found[name] = _with_custom(ruby, suite, name, keyed)
    return found


def _name(facts: Facts) -> str:
    os = facts["os"]
    assert isinstance(os, dict)
    return f"{os['name'].lower()}-{os['release']['major']}-{os['hardware']}"


def _with_custom(
    ruby: Interpreter, suite: Suite, name: str, facts: dict[object, object]
) -> dict[object, object]:
    """Add the facts that spec_helper files have registered."""
    for fact, (value, options) in suite.custom_facts.items():
        confined, excluded = options.get("confine"), options.get("exclude")
        if confined is not None and name not in _words(confined):
            continue
        if excluded is not None and name in _words(excluded):
            continue
        worked_out = value(ruby, name, facts) if isinstance(value, Proc) else deepcopy(value)
        if truthy(options.get("merge_facts")) and isinstance(facts.get(fact), dict):
            send_self(ruby, None, "require", "deep_merge")
            send(ruby, facts, "deep_merge!", {fact: worked_out})
        else:
            facts[fact] = worked_out
    return facts


def _words(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _metadata(suite: Suite) -> dict[str, object]:
    path = join(suite.directory, "metadata.json")
    if not is_file(path):
        raise RubyError("StandardError", "Can't find metadata.json... dunno why")
    found = load(read_bytes(path), path)
    assert isinstance(found, dict)
    return found


def add_custom_fact(
    ruby: Interpreter, _self: object, name: object, value: object, options: object = None
) -> None:
    """Register a fact that all fact sets get."""
    suite = suite_of(ruby)
    has_texts = truthy(suite.configuration.settings["facterdb_string_keys"])
    word = to_s(ruby, name)
    given = options if isinstance(options, dict) else {}
    named = {to_s(ruby, key): each for key, each in given.items()}
    suite.custom_facts[word if has_texts else symbol(word)] = (value, named)


METHODS: dict[str, Callable[..., object]] = {
    "on_supported_os": _on_supported_os,
    "add_custom_fact": add_custom_fact,
    "metadata": lambda ruby, _self: _metadata(suite_of(ruby)),
}
