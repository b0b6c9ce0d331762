"""Matchers about one value: eq, be, match, respond_to, have_attributes, predicates."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.constants import class_of
from duckrow.ruby.core.basics import equal, inspect, is_a, matches, to_s, truthy
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyModule
from duckrow.ruby.values.missing import MISSING
from duckrow.spec.host import NOT_MET
from duckrow.spec.lacks import lack_of
from duckrow.spec.matchers.matcher import Matcher, listed, shown, value_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.ruby.interpreter import Interpreter


class Eq(Matcher):
    """eq(value)."""

    __slots__ = ("expected",)

    word = "eq"

    def __init__(self, expected: object) -> None:
        super().__init__()
        self.expected = expected

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return equal(ruby, actual, self.expected)

    def description(self, ruby: Interpreter) -> str:
        return f"{self.word} {inspect(ruby, self.expected)}"

    def message(self, ruby: Interpreter) -> str:
        return (
            f"\nexpected: {inspect(ruby, self.expected)}\n     got: {inspect(ruby, self.actual)}"
            "\n\n(compared using ==)\n"
        )


class Eql(Eq):
    """eql(value): the same value of the same class."""

    __slots__ = ()

    word = "eql"

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return truthy(send(ruby, actual, "eql?", self.expected))


class Same(Eq):
    """be(value) and equal(value): the same object."""

    __slots__ = ()

    word = "equal"

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return truthy(send(ruby, actual, "equal?", self.expected))


class Be(Matcher):
    """be, be_truthy, be_falsey and be_nil; `be == 1` and the like."""

    __slots__ = ("_holds", "_word")

    def __init__(self, word: str, holds: Callable[[object], bool]) -> None:
        super().__init__()
        self._word = word
        self._holds = holds

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        del ruby
        self.actual = actual
        return self._holds(actual)

    def description(self, ruby: Interpreter) -> str:
        del ruby
        return self._word

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        if name in ("==", "<", "<=", ">", ">=", "=~") and self._word == "be":
            return Compared(name, arguments[0])
        return super().ruby_send(ruby, name, arguments, block)


class Compared(Matcher):
    """`be < 3` and the like."""

    __slots__ = ("_expected", "_operator")

    def __init__(self, operator: str, expected: object) -> None:
        super().__init__()
        self._operator = operator
        self._expected = expected

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return truthy(send(ruby, actual, self._operator, self._expected))

    def description(self, ruby: Interpreter) -> str:
        return f"be {self._operator} {inspect(ruby, self._expected)}"


class BeKind(Matcher):
    """be_a(class) and be_an_instance_of(class)."""

    __slots__ = ("_class", "_is_exact", "_is_inner")

    def __init__(self, class_: object, *, is_exact: bool, is_inner: bool = False) -> None:
        super().__init__()
        self._class = class_
        self._is_exact = is_exact
        self._is_inner = is_inner  # part of another matcher: a_kind_of

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        if not isinstance(self._class, RubyModule):
            raise RubyError("TypeError", "class or module required")
        return (
            class_of(ruby, actual) is self._class
            if self._is_exact
            else is_a(ruby, actual, self._class)
        )

    def description(self, ruby: Interpreter) -> str:
        word = "an instance of" if self._is_exact else "a kind of"
        return f"{'' if self._is_inner else 'be '}{word} {to_s(ruby, self._class)}"


class Match(Matcher):
    """match(pattern)."""

    __slots__ = ("_expected",)

    def __init__(self, expected: object) -> None:
        super().__init__()
        self._expected = expected

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        if isinstance(self._expected, RubyRegexp):
            is_text = responds_to(ruby, actual, "match")
            return is_text and matches(ruby, self._expected, to_s(ruby, actual))
        if isinstance(self._expected, str):
            return truthy(send(ruby, actual, "match", self._expected))
        return value_matches(ruby, self._expected, actual)

    def description(self, ruby: Interpreter) -> str:
        return f"match {shown(ruby, self._expected)}"


class RespondTo(Matcher):
    """respond_to(*names)."""

    __slots__ = ("_names",)

    def __init__(self, names: list[object]) -> None:
        super().__init__()
        self._names = names

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return all(self._answers(ruby, actual))

    def does_not_match(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return not any(self._answers(ruby, actual))

    def _answers(self, ruby: Interpreter, actual: object) -> Iterator[bool]:
        return (responds_to(ruby, actual, to_s(ruby, each)) for each in self._names)

    def description(self, ruby: Interpreter) -> str:
        return f"respond to {listed(ruby, [f'#{to_s(ruby, each)}' for each in self._names])}"


class HaveAttributes(Matcher):
    """have_attributes(name: value)."""

    __slots__ = ("_expected",)

    def __init__(self, expected: dict[object, object]) -> None:
        super().__init__()
        self._expected = expected

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return self._has_names(ruby, actual) and all(self._values(ruby, actual))

    def does_not_match(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return self._has_names(ruby, actual) and not any(self._values(ruby, actual))

    def _has_names(self, ruby: Interpreter, actual: object) -> bool:
        return all(responds_to(ruby, actual, to_s(ruby, name)) for name in self._expected)

    def _values(self, ruby: Interpreter, actual: object) -> Iterator[bool]:
        for name, value in self._expected.items():
            yield value_matches(ruby, value, send(ruby, actual, to_s(ruby, name)))

    def description(self, ruby: Interpreter) -> str:
        return f"have attributes {inspect(ruby, self._expected)}"


class Predicate(Matcher):
    """be_NAME, which asks NAME?, and have_NAME, which asks has_NAME?."""

    __slots__ = ("_arguments", "_block", "_name", "_word")

    def __init__(self, name: str, word: str, arguments: list[object], block: Proc | None) -> None:
        super().__init__()
        self._name = name
        self._word = word
        self._arguments = arguments
        self._block = block

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        try:
            return truthy(send(ruby, actual, self._name, *self._arguments, block=self._block))
        except RubyError as error:
            if error.missing is None or error.missing[0] is not actual or lack_of(error):
                raise
            text = f"expected {inspect(ruby, actual)} to respond to `{self._name}`"
            raise RubyError(NOT_MET, text) from None

    def description(self, ruby: Interpreter) -> str:
        given = f" {listed(ruby, self._arguments)}" if self._arguments else ""
        return f"{self._word}{given}"


class Satisfy(Matcher):
    """satisfy { |value| ... }."""

    __slots__ = ("_block", "_text")

    def __init__(self, text: str, block: Proc) -> None:
        super().__init__()
        self._text = text
        self._block = block

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return truthy(self._block(ruby, actual))

    def description(self, ruby: Interpreter) -> str:
        del ruby
        return self._text


def _be(_ruby: Interpreter, _self: object, value: object = MISSING) -> Matcher:
    return Be("be", _is_true) if value is MISSING else Same(value)


def _is_true(value: object) -> bool:
    return value is not None and value is not False


def _between(ruby: Interpreter, _self: object, low: object, high: object) -> Matcher:
    def holds(value: object) -> bool:
        return truthy(send(ruby, value, "between?", low, high))

    return Be(f"be between {inspect(ruby, low)} and {inspect(ruby, high)} (inclusive)", holds)


def _have_attributes(_ruby: Interpreter, _self: object, expected: dict[object, object]) -> Matcher:
    return HaveAttributes(expected)


def _satisfy(ruby: Interpreter, _self: object, text: object = None, *, block: Proc) -> Matcher:
    return Satisfy("satisfy block" if text is None else to_s(ruby, text), block)


METHODS: dict[str, Callable[..., object]] = {
    "eq": lambda _ruby, _self, value: Eq(value),
    "eql": lambda _ruby, _self, value: Eql(value),
    "equal": lambda _ruby, _self, value: Same(value),
    "be": _be,
    "be_nil": lambda _ruby, _self: Be("be nil", lambda value: value is None),
    "be_truthy": lambda _ruby, _self: Be("be truthy", _is_true),
    "be_falsey": lambda _ruby, _self: Be("be falsey", lambda value: not _is_true(value)),
    "be_falsy": lambda _ruby, _self: Be("be falsey", lambda value: not _is_true(value)),
    "be_a": lambda _ruby, _self, class_: BeKind(class_, is_exact=False),
    "be_an": lambda _ruby, _self, class_: BeKind(class_, is_exact=False),
    "be_kind_of": lambda _ruby, _self, class_: BeKind(class_, is_exact=False),
    "be_a_kind_of": lambda _ruby, _self, class_: BeKind(class_, is_exact=False),
    "a_kind_of": lambda _ruby, _self, class_: BeKind(class_, is_exact=False, is_inner=True),
    "kind_of": lambda _ruby, _self, class_: BeKind(class_, is_exact=False, is_inner=True),
    "an_instance_of": lambda _ruby, _self, class_: BeKind(class_, is_exact=True, is_inner=True),
    "instance_of": lambda _ruby, _self, class_: BeKind(class_, is_exact=True, is_inner=True),
    "be_instance_of": lambda _ruby, _self, class_: BeKind(class_, is_exact=True),
    "be_an_instance_of": lambda _ruby, _self, class_: BeKind(class_, is_exact=True),
    "be_between": _between,
    "match": lambda _ruby, _self, expected: Match(expected),
    "match_regex": lambda _ruby, _self, expected: Match(expected),
    "a_string_matching": lambda _ruby, _self, expected: Match(expected),
    "respond_to": lambda _ruby, _self, *names: RespondTo(list(names)),
    "have_attributes": _have_attributes,
    "an_object_having_attributes": _have_attributes,
    "satisfy": _satisfy,
    "anything": lambda _ruby, _self: Be("anything", lambda _value: True),
}
