"""RSpec::Matchers.define: matchers that Ruby code describes by blocks."""

from __future__ import annotations

from duckrow.ruby.calls import send_self
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.definitions import of_ruby_code
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, RubyObject, own_class
from duckrow.spec.host import NOT_MET
from duckrow.spec.matchers.matcher import Matcher, listed, matcher_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

    Methods = dict[str, Callable[..., object]]

_STATE = " state"  # among the variables of the object


class _State:
    """What a matcher was made of: its arguments, its blocks by name, and the example around it."""

    __slots__ = ("actual", "arguments", "blocks", "example", "is_open", "name", "notifies")

    def __init__(self, name: str, arguments: list[object], example: object) -> None:
        self.name = name
        self.arguments = arguments
        self.example = example
        self.blocks: dict[str, Proc] = {}
        self.notifies: set[str] = set()  # blocks whose failed expectations end the example
        self.actual: object = None
        self.is_open = True  # while the block of `define` runs


def _state(self: RubyObject) -> _State:
    found = self.variables[_STATE]
    assert isinstance(found, _State)
    return found


# ---- what the block of `define` says


def _match(name: str) -> Callable[..., object]:
    def declare(
        ruby: Interpreter, self: RubyObject, options: object = None, *, block: Proc
    ) -> None:
        state = _state(self)
        state.blocks[name] = block
        given = options if isinstance(options, dict) else {}
        if any(to_s(ruby, key) == "notify_expectation_failures" for key in given):
            state.notifies.add(name)

    return declare


def _match_unless_raises(
    _ruby: Interpreter, self: RubyObject, *classes: object, block: Proc
) -> None:
    del self, classes, block
    raise UnsupportedError("match_unless_raises")


def _chain(
    ruby: Interpreter,
    self: RubyObject,
    name: object,
    *attributes: object,
    block: Proc | None = None,
) -> None:
    """Define a method that says more about what is expected, and returns the matcher."""
    names = [to_s(ruby, each) for each in attributes]

    def called(ruby: Interpreter, self: RubyObject, *given: object, **_: object) -> RubyObject:
        if block is not None:
            block.with_self(ruby, self, *given)
        else:
            self.variables.update(zip(names, given, strict=True))
        return self

    methods = own_class(self).methods
    methods[to_s(ruby, name)] = of_ruby_code(called)
    for each in names:
        methods[each] = of_ruby_code(_reader(each))


def _reader(variable: str) -> Callable[..., object]:
    def read(_ruby: Interpreter, self: RubyObject) -> object:
        return self.variables.get(variable)

    return read


def _text(name: str, default: Callable[[Interpreter, RubyObject], str]) -> Callable[..., object]:
    """Return a method that takes a block in `define`, and answers with its result later."""

    def said(ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> object:
        state = _state(self)
        if block is not None:
            state.blocks[name] = block
            return None
        held = state.blocks.get(name)
        return default(ruby, self) if held is None else held.with_self(ruby, self, state.actual)

    return said


def _described(ruby: Interpreter, self: RubyObject) -> str:
    state = _state(self)
    words = listed(ruby, state.arguments)
    return f"{state.name.replace('_', ' ')}{' ' if words else ''}{words}"


def _failed(word: str) -> Callable[[Interpreter, RubyObject], str]:
    def message(ruby: Interpreter, self: RubyObject) -> str:
        description = to_s(ruby, send(ruby, self, "description"))
        return f"expected {inspect(ruby, _state(self).actual)} {word} {description}"

    return message


def _allow_blocks(_ruby: Interpreter, self: RubyObject) -> None:
    own_class(self).methods["supports_block_expectations?"] = of_ruby_code(lambda *_: True)


# ---- what expectations ask


def _matches(ruby: Interpreter, self: RubyObject, actual: object) -> bool:
    return _ask(ruby, self, "match", actual)


def _does_not_match(ruby: Interpreter, self: RubyObject, actual: object) -> bool:
    if "match_when_negated" in _state(self).blocks:
        return _ask(ruby, self, "match_when_negated", actual)
    return not _ask(ruby, self, "match", actual)


def _ask(ruby: Interpreter, self: RubyObject, name: str, actual: object) -> bool:
    """Run the block that judges a value; an expectation that it does not meet is a no."""
    state = _state(self)
    state.actual = actual
    if name not in state.blocks:
        raise UnsupportedError(f"the matcher {state.name} without a block of {name}")
    try:
        return truthy(state.blocks[name].with_self(ruby, self, actual))
    except RubyError as error:
        if error.class_name != NOT_MET or name in state.notifies:
            raise
        return False


def _expected(_ruby: Interpreter, self: RubyObject) -> object:
    arguments = _state(self).arguments
    return arguments[0] if len(arguments) == 1 else arguments


def _other(
    ruby: Interpreter,
    self: RubyObject,
    name: object,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Answer a word of the example that the matcher is in."""
    state = _state(self)
    if state.is_open:
        raise UnsupportedError(f"{to_s(ruby, name)} in a matcher")
    return send_self(ruby, state.example, to_s(ruby, name), *arguments, block=block)


_METHODS: Methods = {
    "match": _match("match"),
    "match_when_negated": _match("match_when_negated"),
    "match_unless_raises": _match_unless_raises,
    "chain": _chain,
    "description": _text("description", _described),
    "failure_message": _text("failure_message", _failed("to")),
    "failure_message_when_negated": _text("failure_message_when_negated", _failed("not to")),
    "diffable": lambda _ruby, _self: None,
    "supports_block_expectations": _allow_blocks,
    "supports_value_expectations": lambda _ruby, _self: None,
    "matches?": _matches,
    "===": _matches,
    "does_not_match?": _does_not_match,
    "actual": lambda _ruby, self: _state(self).actual,
    "expected": _expected,
    "expected_as_array": lambda _ruby, self: _state(self).arguments,
    "name": lambda _ruby, self: _state(self).name,
    "inspect": lambda _ruby, self: f"#<RSpec::Matchers::DSL::Matcher {_state(self).name}>",
    "method_missing": _other,
}


# ---- definitions


def _define(ruby: Interpreter, self: RubyModule, name: object, *, block: Proc) -> None:
    """Define a word of examples that returns a matcher."""
    word = to_s(ruby, name)
    class_ = RubyModule(
        "RSpec::Matchers::DSL::Matcher", known_class(ruby, "Object"), methods=_METHODS
    )

    def make(ruby: Interpreter, example: object, *arguments: object, **_: object) -> RubyObject:
        made = RubyObject(class_)
        state = made.variables[_STATE] = _State(word, list(arguments), example)
        ruby.evaluated.append(made)  # a method in the block is one of this matcher alone
        try:
            block.with_self(ruby, made, *arguments)
        finally:
            ruby.evaluated.pop()
        state.is_open = False
        return made

    self.methods[word] = of_ruby_code(make)


class Renamed(Matcher):
    """A matcher by another name; a negated one answers the opposite."""

    __slots__ = ("_base", "_is_negated", "_names")

    def __init__(self, base: Matcher, names: tuple[str, str], *, is_negated: bool) -> None:
        super().__init__()
        self._base = base
        self._names = names
        self._is_negated = is_negated

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        ask = self._base.does_not_match if self._is_negated else self._base.matches
        return ask(ruby, actual)

    def does_not_match(self, ruby: Interpreter, actual: object) -> bool:
        ask = self._base.matches if self._is_negated else self._base.does_not_match
        return ask(ruby, actual)

    def description(self, ruby: Interpreter) -> str:
        new, old = (each.replace("_", " ") for each in self._names)
        return self._base.description(ruby).replace(old, new)

    def message(self, ruby: Interpreter) -> str:
        base = self._base
        return base.negated_message(ruby) if self._is_negated else base.message(ruby)

    def negated_message(self, ruby: Interpreter) -> str:
        base = self._base
        return base.message(ruby) if self._is_negated else base.negated_message(ruby)


def _rename(*, is_negated: bool) -> Callable[..., object]:
    def define(
        ruby: Interpreter,
        self: RubyModule,
        new: object,
        old: object,
        *,
        block: Proc | None = None,
    ) -> None:
        if block is not None:
            raise UnsupportedError("a block that describes a matcher")
        names = (to_s(ruby, new), to_s(ruby, old))

        def make(
            ruby: Interpreter, example: object, *arguments: object, block: Proc | None = None
        ) -> Renamed:
            base = send_self(ruby, example, names[1], *arguments, block=block)
            return Renamed(matcher_of(ruby, base), names, is_negated=is_negated)

        self.methods[names[0]] = of_ruby_code(make)

    return define


SINGLETON: Methods = {
    "define": _define,
    "alias_matcher": _rename(is_negated=False),
    "define_negated_matcher": _rename(is_negated=True),
}
