"""Libraries that spec_helper files require: what each one sets up here.

A library that only configures RSpec is known by its name. One that duckrow does not know is an
error of the file that requires it, as it is in Ruby.
"""

from __future__ import annotations

import re
from copy import deepcopy
from os.path import join

from duckrow.machine.paths import read_bytes
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import Proc, symbol
from duckrow.spec.facts.fact_sets import METHODS as FACT_METHODS
from duckrow.spec.facts.fact_sets import add_custom_fact
from duckrow.spec.host import SpecHost, suite_of
from duckrow.spec.puppetlabs import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

# Libraries that are here already, or that only change how RSpec prints and measures.
_NOTHING = frozenset(
    (
        "rspec rspec/core rspec/expectations rspec/mocks rspec/its rspec-puppet-facts facterdb "
        "rspec-puppet rspec-puppet/spec_helper rspec-puppet/cache rspec-puppet-utils bundler "
        "bundler/setup simplecov simplecov-console codecov coveralls mocha mocha/api pry "
        "puppet puppet_spec_helper puppet/test/test_helper "
        "puppetlabs_spec_helper/puppet_spec_helper "
        "puppetlabs_spec_helper/puppetlabs_spec_helper "
        "puppetlabs_spec_helper/puppetlabs_spec/files "
        "puppetlabs_spec_helper/puppetlabs_spec/fixtures "
        "puppetlabs_spec_helper/puppetlabs_spec/matchers "
        "puppetlabs_spec_helper/puppetlabs_spec/puppet_internals rspec-github parallel_tests "
        "puppet-lint puppet_pot_generator rspec-benchmark"
    ).split()
)


def load_known(ruby: Interpreter, name: str) -> bool | None:
    """Load a library that is known by name; return None for another one."""
    word = name.removesuffix(".rb")
    setup = _SETUPS.get(word)
    if setup is None:
        return False if word in _NOTHING or word.startswith("rspec-puppet/") else None
    done = ruby.known.read
    if f"library {word}" in done:
        return False
    done.add(f"library {word}")
    setup(ruby)
    return True


def _use_fixtures(ruby: Interpreter) -> None:
    """Let catalogs be compiled with the modules of spec/fixtures."""
    suite = suite_of(ruby)
    settings = suite.configuration.settings
    spec = join(suite.directory, "spec")
    settings["environmentpath"] = spec
    more = ruby.host.environment.get("MODULEPATH")
    path = f"{spec}/fixtures/modules"
    settings["module_path"] = f"{path}:{more}" if more else path


def _module_spec_helper(ruby: Interpreter) -> None:
    """Set up what puppetlabs_spec_helper/module_spec_helper does."""
    _use_fixtures(ruby)
    known_class(ruby, "Object").methods.update(FUNCTIONS)
    settings = suite_of(ruby).configuration.settings
    settings["strict_variables"] = ruby.host.environment.get("STRICT_VARIABLES") != "no"


def _voxpupuli_facts(ruby: Interpreter) -> None:
    """Define the functions of voxpupuli/test/facts."""
    known_class(ruby, "Object").methods.update({**FACT_METHODS, **_VOXPUPULI})


def _voxpupuli_spec_helper(ruby: Interpreter) -> None:
    """Set up what voxpupuli/test/spec_helper does."""
    _voxpupuli_facts(ruby)
    settings = suite_of(ruby).configuration.settings
    if _uses_older_voxpupuli(suite_of(ruby).directory):
        _module_spec_helper(ruby)
    else:
        _use_fixtures(ruby)
        settings["strict_variables"] = True
    settings["facter_implementation"] = symbol("rspec")
    settings["facterdb_string_keys"] = False


# A requirement of one release in a Gemfile, such as '~> 9.0'.
_VOXPUPULI_GEM = re.compile(
    r"""^ *gem[ (]+["']voxpupuli-test["'] *, *["'] *(?:~>|=)? *(\d+)""", re.MULTILINE
)


def _uses_older_voxpupuli(directory: str) -> bool:
    """Return whether a module asks for a voxpupuli-test that rests on puppetlabs_spec_helper."""
    try:
        gems = read_bytes(join(directory, "Gemfile")).decode("utf-8", "replace")
    except OSError:
        return False
    found = _VOXPUPULI_GEM.search(gems)
    return found is not None and int(found[1]) < 10


_SETUPS: dict[str, Callable[[Interpreter], None]] = {
    "puppetlabs_spec_helper/module_spec_helper": _module_spec_helper,
    "voxpupuli/test/facts": _voxpupuli_facts,
    "voxpupuli/test/spec_helper": _voxpupuli_spec_helper,
}


# ---- functions of voxpupuli/test


def _override_facts(
    _ruby: Interpreter, _self: object, base: object, overrides: object = None
) -> object:
    """Return a copy of facts with others in their place, at every depth."""
    found = deepcopy(base)
    if isinstance(found, dict) and isinstance(overrides, dict):
        _override(found, overrides, is_inside=False)
    return found


def _override(
    facts: dict[object, object], overrides: dict[object, object], *, is_inside: bool
) -> None:
    for key, value in overrides.items():
        name = getattr(key, "name", key) if is_inside else key
        if isinstance(value, dict):
            inner = facts.setdefault(name, {})
            assert isinstance(inner, dict)
            _override(inner, value, is_inside=True)
        else:
            facts[name] = value


def _add_mocked_facts(ruby: Interpreter, self: object) -> None:
    """Add the facts that modules named in metadata.json would bring."""
    metadata = FACT_METHODS["metadata"](ruby, self)
    dependencies = metadata.get("dependencies") if isinstance(metadata, dict) else None
    for each in dependencies if isinstance(dependencies, list) else ():
        name = str(each.get("name", "")).replace("-", "/", 1)
        if name in ("camptocamp/systemd", "puppet/systemd"):
            add_custom_fact(ruby, self, "systemd", Proc(_has_systemd, 2, has_rest=False))
        elif name == "puppetlabs/stdlib":
            add_custom_fact(
                ruby, self, "puppet_environmentpath", "/etc/puppetlabs/code/environments"
            )
            add_custom_fact(ruby, self, "puppet_vardir", "/opt/puppetlabs/puppet/cache")
            add_custom_fact(ruby, self, "root_home", "/root")
            provider = Proc(_service_provider, 2, has_rest=False)
            add_custom_fact(ruby, self, "service_provider", provider)


def _fact(facts: object, name: str) -> object:
    assert isinstance(facts, dict)
    return facts.get(name, facts.get(symbol(name)))


def _has_systemd(_ruby: Interpreter, _os: object, facts: object) -> bool:
    return _fact(facts, "service_provider") == "systemd"


_PROVIDERS = {
    "archlinux": "systemd",
    "debian": "systemd",
    "redhat": "systemd",
    "darwin": "launchd",
    "freebsd": "freebsd",
    "gentoo": "openrc",
    "openbsd": "openbsd",
    "windows": "windows",
}


def _service_provider(_ruby: Interpreter, _os: object, facts: object) -> str:
    os = _fact(facts, "os")
    assert isinstance(os, dict)
    family = str(os["family"]).lower()
    if family == "suse":
        return "systemd" if int(str(os["release"]["major"]).split(".")[0]) >= 12 else "redhat"
    return _PROVIDERS.get(family, "init")


_VOXPUPULI: dict[str, Callable[..., object]] = {
    "override_facts": _override_facts,
    "add_mocked_facts!": _add_mocked_facts,
}


def load_spec(host: SpecHost, path: str) -> None:
    """Run a spec file, and before it the constants that it finds without a require."""
    ruby = host.interpreter()
    find_constant(ruby, "RSpec")
    unit = load_ruby(read_bytes(path), path, host.files.cache)
    unit.run(ruby, main_object(ruby))
