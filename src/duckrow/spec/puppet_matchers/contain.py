"""contain_TYPE and create_TYPE: a resource of the catalog with its parameters and relationships."""

from __future__ import annotations

from duckrow.puppet.ruby_code.catalog import ReferenceHost
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.near import suggestion
from duckrow.ruby.values.keys import from_key
from duckrow.spec.catalogue import CatalogueValue, ResourceValue
from duckrow.spec.host import suite_of
from duckrow.spec.matchers.matcher import Matcher
from duckrow.spec.puppet_matchers.compile_ import catalogue_of
from duckrow.spec.puppet_matchers.parameters import difference
from duckrow.spec.puppet_matchers.relations import Relations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

# The relationships that a matcher may ask about, each with its words.
_BEFORES, _REQUIRES = "that_comes_before", "that_requires"
_NOTIFIES, _SUBSCRIBES = "that_notifies", "that_subscribes_to"
_WORDS = {
    _NOTIFIES: ("that notifies", "notify"),
    _SUBSCRIBES: ("that subscribes to", "subscribe to"),
    _REQUIRES: ("that requires", "require"),
    _BEFORES: ("that comes before", "come before"),
}


class Contain(Matcher):
    """A resource by type and title."""

    __slots__ = ("_absent", "_count", "_errors", "_expected", "_related", "_title", "_type")

    ruby_class_name = "RSpec::Puppet::ManifestMatchers::CreateGeneric"

    def __init__(self, type_name: str, title: object) -> None:
        super().__init__()
        self._type = "::".join(part.capitalize() for part in type_name.split("__"))
        self._title = title
        self._expected: list[tuple[str, object]] = []
        self._absent: list[tuple[str, object]] = []
        self._count: int | None = None
        self._related: dict[str, list[object]] = {}
        self._errors: list[str] = []

    # ---- what it expects

    def expect(self, ruby: Interpreter, params: object) -> Contain:
        """Expect parameters with their values; with a value of nil a parameter is not set."""
        pairs = params.items() if isinstance(params, dict) else _pairs(ruby, params)
        for key, value in pairs:
            _add_once(ruby, self._expected, (to_s(ruby, from_key(key)), value))
        return self

    def expect_only(
        self, ruby: Interpreter, params: dict[object, object] | list[object]
    ) -> Contain:
        """Expect these parameters and no others."""
        values = params.values() if isinstance(params, dict) else params
        count = sum(1 for value in values if value is not None)
        self._count = (self._count or 0) + count
        return self.expect(ruby, params)

    def expect_absent(self, ruby: Interpreter, names: object) -> Contain:
        """Expect that parameters are not set, or not to a value."""
        if isinstance(names, dict):
            pairs = [(to_s(ruby, from_key(key)), value) for key, value in names.items()]
        else:
            words = names if isinstance(names, list) else [names]
            pairs = [
                (to_s(ruby, each[0]), each[1])
                if isinstance(each, list)
                else (to_s(ruby, each), None)
                for each in words
            ]
        for each in pairs:
            _add_once(ruby, self._absent, each)
        return self

    def relate(self, word: str, resources: object) -> Contain:
        """Expect a relationship to resources."""
        given = resources if isinstance(resources, list) else [resources]
        self._related.setdefault(word, []).extend(given)
        return self

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        if name in _WORDS:
            return self.relate(name, arguments[0])
        first = arguments[0] if arguments else None
        if name.startswith("with_"):
            self._expected.append((name.removeprefix("with_"), first))
            return self
        if name.startswith("only_with_"):
            self._count = (self._count or 0) + 1
            self._expected.append((name.removeprefix("only_with_"), first))
            return self
        if name.startswith("without_"):
            self._absent.append((name.removeprefix("without_"), first))
            return self
        try:
            return super().ruby_send(ruby, name, arguments, block)
        except RubyError as error:
            if error.missing is None or error.missing[0] is not self:
                raise
            # rspec-puppet has no other words, so it is a mistake of the spec.
            words = [*_WORDS, *self.ruby_methods]
            raise RubyError(error.class_name, f"{error.message}{suggestion(name, words)}") from None

    # ---- the question

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        catalogue = catalogue_of(ruby, actual)
        self._errors = []
        resource = None
        if self._title is not None:
            resource = catalogue.find(self._type, to_s(ruby, self._title))
        if resource is None:
            return False
        suite_of(ruby).coverage.touch(resource)
        self._check_parameters(ruby, ResourceValue(catalogue.compiled, resource))
        self._check_relations(ruby, catalogue, resource)
        return not self._errors

    def _check_parameters(self, ruby: Interpreter, resource: ResourceValue) -> None:
        actual = resource.for_matchers()
        namevar = resource.namevar
        if not any(name == namevar for name, _ in self._expected):
            actual.pop(namevar, None)
        if self._count is not None and len(actual) != self._count:
            self._errors.append(
                f"exactly {self._count} parameters but the catalogue contains {len(actual)}"
            )
        for pairs, is_positive in ((self._expected, True), (self._absent, False)):
            for name, value in pairs:
                found = actual.get(name)
                if value is not None:
                    error = difference(ruby, name, value, found, is_positive=is_positive)
                    self._errors += [error] if error else []
                elif found is not None:
                    self._errors.append(f"{name} undefined but it is set to {inspect(ruby, found)}")

    def _check_relations(
        self, ruby: Interpreter, catalogue: CatalogueValue, resource: Resource
    ) -> None:
        if not self._related:
            return
        relations = Relations(catalogue)
        asks: dict[str, Callable[[Resource | None], bool]] = {
            _BEFORES: lambda other: relations.precedes(resource, other),
            _REQUIRES: lambda other: relations.precedes(other, resource),
            _NOTIFIES: lambda other: relations.notifies(resource, other),
            _SUBSCRIBES: lambda other: relations.notifies(other, resource),
        }
        for word, targets in self._related.items():
            for each in targets:
                text = _reference(ruby, each)
                if not asks[word](relations.find(text)):
                    verb = _WORDS[word][1]
                    self._errors.append(f"that {resource} would {verb} {text}")

    # ---- in words

    def description(self, ruby: Interpreter) -> str:
        values: list[str] = []
        prefix = "with"
        if self._count is not None:
            values.append(f"exactly {self._count} parameters")
        values += [_said(ruby, *each, is_positive=True) for each in self._expected]
        values += [_said(ruby, *each, is_positive=False) for each in self._absent]
        for word in _WORDS:
            if self._related.get(word):
                prefix = _WORDS[word][0]
                values = [to_s(ruby, each) for each in self._related[word]]
        text = f"contain {self._type}[{to_s(ruby, self._title)}]"
        if not values:
            return text
        listed = values[0] if len(values) == 1 else f"{', '.join(values[:-1])} and {values[-1]}"
        return f"{text} {prefix} {listed}"

    def message(self, ruby: Interpreter) -> str:
        return f"expected that the catalogue would {self._outcome(ruby)}"

    def negated_message(self, ruby: Interpreter) -> str:
        return f"expected that the catalogue would not {self._outcome(ruby)}"

    def _outcome(self, ruby: Interpreter) -> str:
        errors = f" with {', and parameter '.join(self._errors)}" if self._errors else ""
        return f"contain {self._type}[{to_s(ruby, self._title)}]{errors}"


Contain.ruby_methods = {
    "with": lambda ruby, self, params=None: self.expect(ruby, params),
    "only_with": lambda ruby, self, params: self.expect_only(ruby, params),
    "without": lambda ruby, self, names: self.expect_absent(ruby, names),
}


def _add_once(ruby: Interpreter, pairs: list[tuple[str, object]], pair: tuple[str, object]) -> None:
    """Add a parameter with its value, unless it is there; 1, 1.0 and true are different values."""
    name, value = pair
    if not any(known == name and truthy(send(ruby, each, "eql?", value)) for known, each in pairs):
        pairs.append(pair)


def _pairs(ruby: Interpreter, params: object) -> list[tuple[object, object]]:
    """Return pairs that are written as an array of arrays."""
    found = send(ruby, params, "to_a")  # which a text does not have
    return [(each[0], each[1]) for each in found if isinstance(each, list) and len(each) == 2]


def _reference(ruby: Interpreter, value: object) -> str:
    return value.ask_ref(ruby) if isinstance(value, ReferenceHost) else to_s(ruby, value)


def _said(ruby: Interpreter, name: str, value: object, *, is_positive: bool) -> str:
    """Write a parameter in the description."""
    if value is None:
        return f"{name} {'' if is_positive else 'un'}defined"
    if name == "content" and isinstance(value, str):
        return f"{name} {'' if is_positive else 'not '} supplied string"
    sign = "=" if is_positive else "!"
    arrow = "~" if isinstance(value, RubyRegexp) else ">"
    return f"{name} {sign}{arrow} {inspect(ruby, value)}"
