"""Matchers of rspec-puppet that few specs use: include_class, have_unique_values_for_all."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import equal, to_s, truthy
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import symbol
from duckrow.spec.catalogue import ResourceValue
from duckrow.spec.matchers.matcher import Matcher
from duckrow.spec.puppet_matchers.compile_ import catalogue_of
from duckrow.spec.puppet_matchers.parameters import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


class IncludeClass(Matcher):
    """include_class, which RSpec says is deprecated."""

    __slots__ = ("_name",)

    def __init__(self, name: object) -> None:
        super().__init__()
        self._name = name

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        advice = {symbol("replacement"): "contain_class()"}
        send(ruby, find_constant(ruby, "RSpec"), "deprecate", "include_class()", advice)
        classes = send(ruby, send(ruby, actual, "call"), "classes")
        return truthy(send(ruby, classes, "include?", self._name))

    def description(self, ruby: Interpreter) -> str:
        return f"include Class[{to_s(ruby, self._name)}]"

    def message(self, ruby: Interpreter) -> str:
        return f"expected that the catalogue would {self.description(ruby)}"


IncludeClass.ruby_methods = {"diffable?": lambda _ruby, _self: False}


class UniqueValues(Matcher):
    """have_unique_values_for_all: no two resources of a type have equal values of a parameter."""

    __slots__ = ("_parameter", "_type")

    def __init__(self, type_: str, parameter: str) -> None:
        super().__init__()
        self._type = "::".join(part.capitalize() for part in type_.split("__"))
        self._parameter = parameter

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        catalogue = catalogue_of(ruby, actual)
        found: list[object] = []
        for each in catalogue.resources():
            if each.type != self._type:
                continue
            value = ResourceValue(catalogue.compiled, each).parameters().get(self._parameter)
            if any(equal(ruby, value, other) for other in found):
                return False
            found.append(value)
        return True

    def description(self, ruby: Interpreter) -> str:
        del ruby
        return f"have unique values for {self._type}[{self._parameter}]"

    def message(self, ruby: Interpreter) -> str:
        return f"expected that the catalogue would {self.description(ruby)}"


class ParameterMatcher(Matcher):
    """Whether a parameter of a resource is as expected; the resource is a hash."""

    __slots__ = ("_errors", "_expected", "_is_positive", "_name")

    ruby_class_name = "RSpec::Puppet::ManifestMatchers::ParameterMatcher"

    def __init__(self, name: object, expected: object, *, is_positive: bool) -> None:
        super().__init__()
        self._name = name
        self._expected = expected
        self._is_positive = is_positive
        self._errors: list[str] = []

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        value = send(ruby, actual, "[]", self._name)
        name = to_s(ruby, self._name)
        error = difference(ruby, name, self._expected, value, is_positive=self._is_positive)
        self._errors += [error] if error else []
        return not error

    def errors(self, ruby: Interpreter) -> list[object]:
        """Return what was wrong, as exceptions."""
        from duckrow.ruby.exceptions import exception_of

        return [exception_of(ruby, RubyError("StandardError", each)) for each in self._errors]


ParameterMatcher.ruby_methods = {"errors": lambda ruby, self: self.errors(ruby)}
