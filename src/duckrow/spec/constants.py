"""RSpec, rspec-puppet and rspec-puppet-facts, as Ruby code names them."""

from __future__ import annotations

from duckrow.ruby.constants import known_class
from duckrow.ruby.values.kinds import RubyModule
from duckrow.spec import expectations, group_words, predicates, puppetlabs
from duckrow.spec.configuration import ConfigurationValue, configure
from duckrow.spec.coverage.resources import METHODS as COVERAGE_METHODS
from duckrow.spec.example import ExampleValue
from duckrow.spec.facts.fact_sets import METHODS as FACT_METHODS
from duckrow.spec.host import COVERAGE, OWN, suite_of
from duckrow.spec.matchers import aliases, blocks, collections, custom, values
from duckrow.spec.mocks import METHODS as MOCK_METHODS
from duckrow.spec.values import RawString, SensitiveValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

    Methods = dict[str, Callable[..., object]]

_VALUES: Methods = {**values.METHODS, **collections.METHODS, **blocks.METHODS}
_MATCHERS: Methods = {**_VALUES, **aliases.aliases(_VALUES)}
_READ = "duckrow.spec"  # among the files that were read for constants


def find(ruby: Interpreter, path: str) -> object:
    """Return the constant of a name such as RSpec::Puppet, or None."""
    if path == "Puppet::Parser::Functions":
        from duckrow.spec.spec_functions import SpecFunctions

        return ruby.known.made.setdefault(path, SpecFunctions())
    known = ruby.known
    family = path.partition("::")[0]
    if family in COVERAGE:
        return known.made.setdefault(
            path, _module(path, {"new": _nothing, "method_missing": _nothing})
        )
    if family not in OWN:
        return None
    if _READ not in known.read:
        with known.lock:
            known.read.add(_READ)
            for name, value in _make(ruby).items():
                known.made.setdefault(name, value)
    found: object = known.made.get(path)
    return found


def _nothing(_ruby: Interpreter, _self: object, *_: object) -> None:
    return None


def _current(ruby: Interpreter, _self: object) -> object:
    example = suite_of(ruby).example
    return None if example is None else ExampleValue(example)


def _make(ruby: Interpreter) -> dict[str, object]:
    from duckrow.spec.puppet_groups import make as make_puppet_groups

    object_ = known_class(ruby, "Object")
    object_.methods.update({**group_words.OUTER, **expectations.OF_OBJECTS})
    configuration = ConfigurationValue()
    main: Methods = {
        **group_words.OUTER,
        "configure": configure,
        "configuration": lambda _ruby, _self: configuration,
        "current_example": _current,
        "deprecate": _nothing,
        "warn_deprecation": _nothing,
    }
    matchers = RubyModule("RSpec::Matchers", None, False, _MATCHERS, custom.SINGLETON)
    examples: Methods = {
        **MOCK_METHODS,
        **expectations.METHODS,
        "method_missing": predicates.missing,
    }
    group = RubyModule(
        "RSpec::Core::ExampleGroup", object_, methods=examples, singleton=group_words.WORDS
    )
    group.includes.append(matchers)
    sensitive: Methods = {"new": lambda _ruby, _self, value: SensitiveValue(value)}
    raw: Methods = {"new": lambda _ruby, _self, text: RawString(str(text))}
    mocks: Methods = {"setup": _nothing, "verify": _nothing, "teardown": _nothing}
    made: dict[str, object] = {
        "RSpec": _module("RSpec", main),
        "RSpec::Core": _module("RSpec::Core"),
        "RSpec::Core::ExampleGroup": group,
        "RSpec::Core::Version": _module("RSpec::Core::Version"),
        "RSpec::Core::Version::STRING": "3.12.0",
        "RSpec::Version": _module("RSpec::Version"),
        "RSpec::Version::STRING": "3.12.0",
        "RSpec::Matchers": matchers,
        "RSpec::Expectations": _module("RSpec::Expectations"),
        "RSpec::Mocks": _module("RSpec::Mocks", mocks),
        "RSpec::Mocks::Syntax": _module("RSpec::Mocks::Syntax", {"enable_expect": _nothing}),
        "RSpec::Puppet": _module("RSpec::Puppet"),
        "RSpec::Puppet::Sensitive": RubyModule(
            "RSpec::Puppet::Sensitive", object_, singleton=sensitive
        ),
        "RSpec::Puppet::RawString": RubyModule("RSpec::Puppet::RawString", object_, singleton=raw),
        "RSpec::Puppet::Coverage": RubyModule(
            "RSpec::Puppet::Coverage", object_, singleton=COVERAGE_METHODS
        ),
        "RspecPuppetFacts": RubyModule("RspecPuppetFacts", None, False, FACT_METHODS, FACT_METHODS),
        **make_puppet_groups(ruby),
        **puppetlabs.make(),
    }
    return made


def _module(name: str, methods: Methods | None = None) -> RubyModule:
    return RubyModule(name, None, is_class=False, singleton=methods)
