"""be_valid_type: which attributes, features and provider a resource type has."""

from __future__ import annotations

from duckrow.ruby.core.basics import equal, inspect, to_s, truthy
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import symbol
from duckrow.spec.matchers.matcher import Matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

# By the word of the matcher: the question to the type, and the word of the message.
_QUESTIONS = {
    "parameters": "validparameter?",
    "properties": "validproperty?",
    "features": "provider_feature",
}


class ValidType(Matcher):
    """be_valid_type; the value that it is asked about has the type, a title and parameters."""

    __slots__ = ("_error", "_names", "_provider", "_values")

    ruby_class_name = "RSpec::Puppet::TypeMatchers::CreateGeneric"

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[str, list[str]] = {each: [] for each in _QUESTIONS}
        self._provider: object = None
        self._values: dict[object, object] = {}
        self._error = ""

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        assert isinstance(actual, list)
        type_, title, parameters = actual
        for kind, question in _QUESTIONS.items():
            bad = [
                name
                for name in self._names[kind]
                if not truthy(send(ruby, type_, question, symbol(name)))
            ]
            if bad:
                self._error = f"Invalid {kind}: {','.join(bad)}"
                return False
        if not self._values and self._provider is None:
            return True
        given = {**parameters, **self._values}
        if given.get(symbol("name")) is None:
            given[symbol("name")] = title
        provider = send(ruby, send(ruby, type_, "new", given), "[]", symbol("provider"))
        if self._provider is None or equal(ruby, provider, self._provider):
            return True
        names = (to_s(ruby, each) for each in (self._provider, provider))
        self._error = "Expected provider: {} does not match: {}".format(*names)
        return False

    def description(self, ruby: Interpreter) -> str:
        del ruby
        return "be a valid type"

    def message(self, ruby: Interpreter) -> str:
        return f"Not a valid type {inspect(ruby, [self._error])}"

    def expect_names(self, ruby: Interpreter, kind: str, names: object) -> ValidType:
        """Expect attributes or features."""
        given = names if isinstance(names, list) else [] if names is None else [names]
        held = self._names[kind]
        held += [each for each in (to_s(ruby, name) for name in given) if each not in held]
        return self

    def expect_provider(self, name: object) -> ValidType:
        """Expect the provider of a resource."""
        self._provider = name
        return self

    def set_values(self, values: dict[object, object]) -> ValidType:
        """Give values of attributes, which a resource has to accept."""
        self._values |= values
        return self


ValidType.ruby_methods = {
    "with_parameters": lambda ruby, self, names: self.expect_names(ruby, "parameters", names),
    "with_properties": lambda ruby, self, names: self.expect_names(ruby, "properties", names),
    "with_features": lambda ruby, self, names: self.expect_names(ruby, "features", names),
    "with_provider": lambda _ruby, self, name: self.expect_provider(name),
    "with_set_attributes": lambda _ruby, self, values: self.set_values(values),
    "with_defaults": lambda _ruby, self, _values: self,  # the real one does not look at them
}
