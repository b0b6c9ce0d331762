"""on_supported_os: the fact sets of FacterDB for the systems that metadata.json names."""

from __future__ import annotations

import marshal
import re
from copy import deepcopy
from os.path import join

from duckrow.machine.paths import is_file
from duckrow.puppet.ruby_code.messages import VERSION
from duckrow.ruby.calls import send_self
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.values.kinds import Proc, symbol
from duckrow.spec.facts.built_in_facts import built_in_fact_set
from duckrow.spec.facts.fact_files import wanted_systems
from duckrow.spec.fixtures import read_metadata
from duckrow.spec.groups import place
from duckrow.spec.host import suite_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.facts.fact_files import Facts, Wanted
    from duckrow.spec.suite import Suite

_VERSION = re.compile(r"\d+\.\d+(\.\d+)*")


class FactSet:
    """The facts of one system, of which every caller gets a copy of its own."""

    __slots__ = ("_facts", "_values")

    def __init__(self, facts: dict[object, object]) -> None:
        self._facts = facts
        self._values: bytes | None = None
        try:
            self._values = marshal.dumps(list(facts.values()))
        except ValueError:  # a fact that a spec has made of objects of Ruby
            self._facts = deepcopy(facts)

    def copy(self) -> dict[object, object]:
        """Return a copy."""
        if self._values is None:
            return deepcopy(self._facts)
        values = marshal.loads(self._values)  # noqa: S302  (our own bytes)
        return dict(zip(self._facts, values, strict=True))


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
    words = [to_s(ruby, each) for each in (models if isinstance(models, list) else [models])]
    key = (inspect(ruby, supported), *words, version)
    found = suite.fact_sets.get(key)
    if found is None:
        systems = wanted_systems([_texts(ruby, each) for each in supported], words)
        sets = _named_sets(ruby, suite, systems, version)
        found = suite.fact_sets[key] = {name: FactSet(facts) for name, facts in sets.items()}
    return {name: each.copy() for name, each in found.items()}


def _note_missing(suite: Suite, names: list[str], *, is_all: bool) -> None:
    """Note the systems without a fact set: their examples do not run.

    As in rspec-puppet-facts, FacterDB may lack some of them, but not all.
    """
    file, line = place()
    listed = ", ".join(dict.fromkeys(names))
    text = f"on_supported_os ({file}:{line}) has no fact set for {listed}"
    directories = suite.fact_files.directories
    if directories and not is_all:
        suite.warn(text.replace(f"{suite.directory}/", "./"))
        return
    if directories:
        reason = f"there is none in {', '.join(directories)}"
    else:
        reason = (
            "duckrow ships those of some Linux systems only; try: gem install facterdb, or "
            "--facterdb with a copy of github.com/voxpupuli/facterdb"
        )
    suite.add_lack(f"{text}, so their examples are not run: {reason}")


def _texts(ruby: Interpreter, value: object) -> object:
    from duckrow.spec.inputs import plain

    return plain(ruby, value)


def _named_sets(
    ruby: Interpreter, suite: Suite, systems: list[Wanted], version: str
) -> dict[str, dict[object, object]]:
    environment = ruby.host.environment
    only = environment.get("SPEC_FACTS_OS")
    is_strict = environment.get("SPEC_FACTS_STRICT") == "yes"
    has_texts = truthy(suite.configuration.settings["facterdb_string_keys"])
    has_files = bool(suite.fact_files.directories)
    found: dict[str, dict[object, object]] = {}
    missing = []
    for system in systems:
        if only and not f"{system.name.lower()}-".startswith(only[: len(system.name) + 1]):
            continue
        if has_files:
            facts, is_exact = suite.fact_files.choose(system, version)
        else:
            facts, is_exact = built_in_fact_set(system), True
        if facts is None:
            if not only or only.startswith(system.shown) or system.shown.startswith(only):
                missing.append(system.shown)
            continue
        if not is_exact:
            message = f"No facts were found in the FacterDB for Facter v{version} on {system.name}"
            if is_strict:
                raise argument_error(f"{message}, aborting")
            suite.warn(f"{message}, using v{facts['facterversion']} instead")
        name = _name(facts)
        if only and not name.startswith(only):
            continue
        own = {
            **facts,
            "puppetversion": VERSION,
            "rubysitedir": "/usr/local/lib/site_ruby/3.1.0",
            "rubyversion": "3.1.2",
        }
        keyed: dict[object, object] = {
            each if has_texts else symbol(each): value for each, value in own.items()
        }
        found[name] = _with_custom(ruby, suite, name, keyed)
    if found and not has_files:
        suite.warn(
            "on_supported_os uses the small fact sets that ship with duckrow: no FacterDB was "
            "found; --facterdb DIR names its directory"
        )
    if missing:
        _note_missing(suite, missing, is_all=not found)
    elif only and not found:
        names = ", ".join(dict.fromkeys(each.shown for each in systems))
        suite.warn(f"SPEC_FACTS_OS={only} leaves none of the systems: {names}")
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
    return read_metadata(suite.directory)


def add_custom_fact(
    ruby: Interpreter, _self: object, name: object, value: object, options: object = None
) -> None:
    """Register a fact that all fact sets get."""
    suite = suite_of(ruby)
    has_texts = truthy(suite.configuration.settings["facterdb_string_keys"])
    word = to_s(ruby, name)
    given = options if isinstance(options, dict) else {}
    named = {to_s(ruby, key): each for key, each in given.items()}
    suite.fact_sets.clear()
    suite.custom_facts[word if has_texts else symbol(word)] = (value, named)


METHODS: dict[str, Callable[..., object]] = {
    "on_supported_os": _on_supported_os,
    "add_custom_fact": add_custom_fact,
    "metadata": lambda ruby, _self: _metadata(suite_of(ruby)),
}
