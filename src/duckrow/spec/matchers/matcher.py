"""What every matcher has: a question, a description, and messages."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import case_equal, equal, inspect, to_s, truthy
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import UnsupportedError, argument_error
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Range, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class Matcher(TableValue):
    """A question about a value. `actual` is the value that was asked about last."""

    __slots__ = ("actual",)

    ruby_class_name = "RSpec::Matchers::BuiltIn::BaseMatcher"

    def __init__(self) -> None:
        self.actual: object = None

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        """Return whether a value is as expected."""
        raise NotImplementedError

    def does_not_match(self, ruby: Interpreter, actual: object) -> bool:
        """Return whether a value is not as expected."""
        return not self.matches(ruby, actual)

    def description(self, ruby: Interpreter) -> str:
        """Return what it expects, behind the words `is expected to`."""
        raise NotImplementedError

    def message(self, ruby: Interpreter) -> str:
        """Return the message about a value that is not as expected."""
        return f"expected {inspect(ruby, self.actual)} to {self.description(ruby)}"

    def negated_message(self, ruby: Interpreter) -> str:
        """Return the message about a value that should not be like this."""
        return f"expected {inspect(ruby, self.actual)} not to {self.description(ruby)}"

    def take_block(self, block: Proc) -> None:
        """Take the block that is written behind the matcher."""
        del block
        raise UnsupportedError("a block behind this matcher")

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        return name in _COMMON or super().ruby_responds_to(ruby, name)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        common = _COMMON.get(name)
        if common is not None:
            return common(ruby, self, *arguments)
        return super().ruby_send(ruby, name, arguments, block)


class RubyMatcher(Matcher):
    """A matcher that is an object of Ruby code."""

    __slots__ = ("_object",)

    def __init__(self, object_: RubyObject) -> None:
        super().__init__()
        self._object = object_

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return truthy(send(ruby, self._object, "matches?", actual))

    def does_not_match(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        if responds_to(ruby, self._object, "does_not_match?"):
            return truthy(send(ruby, self._object, "does_not_match?", actual))
        return not self.matches(ruby, actual)

    def description(self, ruby: Interpreter) -> str:
        return to_s(ruby, send(ruby, self._object, "description"))

    def message(self, ruby: Interpreter) -> str:
        return to_s(ruby, send(ruby, self._object, "failure_message"))

    def negated_message(self, ruby: Interpreter) -> str:
        return to_s(ruby, send(ruby, self._object, "failure_message_when_negated"))


def matcher_of(ruby: Interpreter, value: object) -> Matcher:
    """Return a matcher: one of ours, or an object of Ruby code that has `matches?`."""
    if isinstance(value, Matcher):
        return value
    if isinstance(value, RubyObject):
        return RubyMatcher(value)
    raise argument_error(f"{inspect(ruby, value)} is not a matcher")


class Both(Matcher):
    """Two matchers joined by `and` or `or`."""

    __slots__ = ("_is_and", "_one", "_other")

    def __init__(self, one: Matcher, other: Matcher, *, is_and: bool) -> None:
        super().__init__()
        self._one = one
        self._other = other
        self._is_and = is_and

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        first = self._one.matches(ruby, actual)
        second = self._other.matches(ruby, actual)
        return (first and second) if self._is_and else (first or second)

    def does_not_match(self, ruby: Interpreter, actual: object) -> bool:
        del ruby, actual
        raise UnsupportedError("not_to with two matchers")

    def description(self, ruby: Interpreter) -> str:
        word = "and" if self._is_and else "or"
        return f"{self._one.description(ruby)} {word} {self._other.description(ruby)}"


def _and(ruby: Interpreter, self: Matcher, other: object) -> Matcher:
    return Both(self, matcher_of(ruby, other), is_and=True)


def _or(ruby: Interpreter, self: Matcher, other: object) -> Matcher:
    return Both(self, matcher_of(ruby, other), is_and=False)


# The methods of all matchers.
_COMMON: dict[str, Callable[..., object]] = {
    "matches?": lambda ruby, self, actual: self.matches(ruby, actual),
    "===": lambda ruby, self, actual: self.matches(ruby, actual),
    "description": lambda ruby, self: self.description(ruby),
    "failure_message": lambda ruby, self: self.message(ruby),
    "failure_message_when_negated": lambda ruby, self: self.negated_message(ruby),
    "and": _and,
    "or": _or,
    "|": _or,
    "&": _and,
}


def value_matches(ruby: Interpreter, expected: object, actual: object) -> bool:
    """Return whether a value is as expected, where matchers may stand inside of the expected."""
    if isinstance(expected, Matcher):
        return expected.matches(ruby, actual)
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(
            value_matches(ruby, value, actual[key]) for key, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(
            value_matches(ruby, one, other) for one, other in zip(expected, actual, strict=True)
        )
    if equal(ruby, expected, actual):
        return True
    if isinstance(expected, (RubyRegexp, Range, RubyModule, RubyObject)):
        return case_equal(ruby, expected, actual)
    return False


def shown(ruby: Interpreter, value: object) -> str:
    """Return a value as descriptions show it; a matcher by its description."""
    if isinstance(value, Matcher):
        return f"({value.description(ruby)})"
    if isinstance(value, RubyObject) and responds_to(ruby, value, "matches?"):
        return f"({to_s(ruby, send(ruby, value, 'description'))})"
    if isinstance(value, list):
        return f"[{', '.join(shown(ruby, each) for each in value)}]"
    if isinstance(value, dict):
        pairs = (f"{inspect(ruby, from_key(k))} => {shown(ruby, v)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    return inspect(ruby, value)


def listed(ruby: Interpreter, values: list[object]) -> str:
    """Return values as a sentence lists them: 1, 2, and 3."""
    words = [shown(ruby, each) for each in values]
    if len(words) < 2:
        return "".join(words)
    if len(words) == 2:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"
