"""expect, is_expected and should: an expectation, and the error if it is not met."""

from __future__ import annotations

from duckrow.ruby.calls import send_self
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.exceptions import raise_
from duckrow.ruby.values.kinds import Proc, RubyObject
from duckrow.ruby.values.missing import MISSING
from duckrow.spec.host import NOT_MET, SKIPPED, suite_of
from duckrow.spec.matchers.aliases import OF_RSPEC
from duckrow.spec.matchers.matcher import Matcher, matcher_of
from duckrow.spec.mocks import Receive, expect_call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


class Expectation(TableValue):
    """The value of expect(...): it waits for `to` or `not_to` and a matcher."""

    __slots__ = ("actual", "is_block")

    ruby_class_name = "RSpec::Expectations::ExpectationTarget"

    def __init__(self, actual: object, *, is_block: bool = False) -> None:
        self.actual = actual
        self.is_block = is_block


def check(
    ruby: Interpreter,
    actual: object,
    given: object,
    message: object = None,
    *,
    is_negated: bool = False,
) -> bool:
    """Ask a matcher about a value; raise the error of the expectation if it is not met."""
    matcher = matcher_of(ruby, given)
    try:
        does_match = matcher.does_not_match if is_negated else matcher.matches
        is_met = does_match(ruby, actual)
    finally:
        # It describes the example, not those that the block of `actual` asks.
        example = suite_of(ruby).example
        if example is not None:
            example.matcher = (matcher, is_negated)
    if is_met:
        return True
    if isinstance(message, Proc):
        message = message(ruby)
    if message is None:
        message = matcher.negated_message(ruby) if is_negated else matcher.message(ruby)
    raise RubyError(NOT_MET, to_s(ruby, message))


def _to(
    ruby: Interpreter,
    self: Expectation,
    matcher: object = MISSING,
    message: object = None,
    *,
    block: Proc | None = None,
) -> bool:
    if matcher is MISSING:
        raise argument_error("The expect syntax does not support operator matchers")
    if isinstance(matcher, Receive):
        if block is not None:
            matcher.block = block
        expect_call(ruby, self.actual, matcher)
        return True
    if block is not None and isinstance(matcher, Matcher):
        matcher.take_block(block)
    _check_block(ruby, self, matcher)
    return check(ruby, self.actual, matcher, message)


def _not_to(ruby: Interpreter, self: Expectation, matcher: object, message: object = None) -> bool:
    if isinstance(matcher, Receive):
        matcher.least = matcher.most = 0
        expect_call(ruby, self.actual, matcher)
        return True
    _check_block(ruby, self, matcher)
    return check(ruby, self.actual, matcher, message, is_negated=True)


def _check_block(ruby: Interpreter, self: Expectation, matcher: object) -> None:
    """Reject a matcher of Ruby code that does not say that it is about blocks."""
    if not self.is_block or not isinstance(matcher, RubyObject):
        return
    if responds_to(ruby, matcher, "supports_block_expectations?"):
        return
    described = to_s(ruby, send(ruby, matcher, "description"))
    raise RubyError(
        NOT_MET,
        "You must pass an argument rather than a block to `expect` to use the provided matcher "
        f"({described}), or the matcher must implement `supports_block_expectations?`.",
    )


Expectation.ruby_methods = {"to": _to, "not_to": _not_to, "to_not": _not_to}


def _expect(
    _ruby: Interpreter, _self: object, value: object = MISSING, *, block: Proc | None = None
) -> Expectation:
    if value is MISSING:
        return Expectation(block, is_block=True)
    return Expectation(value)


def subject_of(ruby: Interpreter, self: RubyObject) -> object:
    """Return the subject of an example, or the attribute of it that `its` is about."""
    its = self.class_.find_method("__its_subject")
    if its is not None:
        return its(ruby, self)
    return send_self(ruby, self, "subject")


def _is_expected(ruby: Interpreter, self: RubyObject) -> Expectation:
    return Expectation(subject_of(ruby, self))


def _should(ruby: Interpreter, self: RubyObject, matcher: object, message: object = None) -> bool:
    return check(ruby, subject_of(ruby, self), matcher, message)


def _should_not(
    ruby: Interpreter, self: RubyObject, matcher: object, message: object = None
) -> bool:
    return check(ruby, subject_of(ruby, self), matcher, message, is_negated=True)


def _inspect(ruby: Interpreter, self: RubyObject) -> str:
    """Return an example with the name that RSpec gives to its group, and its place."""
    from duckrow.spec.groups import group_of

    group, example = group_of(self), suite_of(ruby).example
    names = [] if group is None else [each.constant_name for each in group.line_of_groups()]
    place = ""
    if example is not None:
        file = example.file.replace(f"{suite_of(ruby).directory}/", "./", 1)
        place = f' "{example.own_description or f"example at {file}:{example.line}"}"'
    return f"#<{'::'.join(['RSpec::ExampleGroups', *names])}{place}>"


def _implicit_subject(ruby: Interpreter, self: RubyObject) -> object:
    """Return the subject of a group that defines none: a new object of the described class."""
    from duckrow.spec.groups import group_of

    group = group_of(self)
    described = None if group is None else group.described
    if described is None:
        return "" if group is None else group.top.description
    if getattr(described, "is_class", False):
        return send(ruby, described, "new")
    return described


def _described(_ruby: Interpreter, self: RubyObject) -> object:
    from duckrow.spec.groups import group_of

    group = group_of(self)
    return None if group is None else group.described


def _skip(ruby: Interpreter, _self: object, reason: object = None, *_: object) -> None:
    raise RubyError(SKIPPED, "No reason given" if reason is None else to_s(ruby, reason))


def _pending(ruby: Interpreter, _self: object, reason: object = None, *_: object) -> None:
    example = suite_of(ruby).example
    if example is not None:
        example.metadata["pending"] = True if reason is None else to_s(ruby, reason)


def _fail(ruby: Interpreter, _self: object, *arguments: object) -> None:
    raise_(ruby, *arguments)


def _aggregate(ruby: Interpreter, _self: object, *_: object, block: Proc) -> object:
    return block(ruby)


def _refused(name: str) -> Callable[..., object]:
    """Return a word of RSpec that exists but does not run here."""

    def refuse(_ruby: Interpreter, _self: object, *_: object, block: Proc | None = None) -> None:
        del block
        raise UnsupportedError(name)

    return refuse


def _value_should(ruby: Interpreter, self: object, matcher: object, message: object = None) -> bool:
    return check(ruby, self, matcher, message)


def _value_should_not(
    ruby: Interpreter, self: object, matcher: object, message: object = None
) -> bool:
    return check(ruby, self, matcher, message, is_negated=True)


# The words that every object has: 1.should eq(1).
OF_OBJECTS: dict[str, Callable[..., object]] = {
    "should": _value_should,
    "should_not": _value_should_not,
}
METHODS: dict[str, Callable[..., object]] = {
    "expect": _expect,
    "is_expected": _is_expected,
    "should": _should,
    "should_not": _should_not,
    "subject": _implicit_subject,
    "described_class": _described,
    "skip": _skip,
    "pending": _pending,
    "aggregate_failures": _aggregate,
    "inspect": _inspect,
    **{
        name: _refused(name)
        for name in (
            *(
                "allow_any_instance_of expect_any_instance_of "
                "instance_spy class_spy spy stub_const hide_const "
                "receive_messages receive_message_chain have_received output change throw_symbol "
                "yield_control yield_with_args yield_with_no_args yield_successive_args"
            ).split(),
            *OF_RSPEC,
        )
    },
}
