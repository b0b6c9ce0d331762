"""Calls in compiled Ruby: of methods and blocks, and how blocks and lambdas are left."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import described
from duckrow.ruby.dispatch import call_method, counted, method_of, missing_method, no_method, send
from duckrow.ruby.errors import BreakJump, ReturnJump, RubyError, argument_error, type_error
from duckrow.ruby.naming import kernel_methods
from duckrow.ruby.parameters import check_count
from duckrow.ruby.values.kinds import CHANGES, Proc, RubyModule, RubyObject
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import BlockNames


def send_self(
    ruby: Interpreter, self: Any, name: str, *arguments: Any, block: Proc | None = None
) -> Any:
    """Call a method of self, or a function that is there everywhere."""
    found: Callable[..., object] | None = None
    if isinstance(self, RubyObject):
        found = self.class_.find_method(name)
    elif hasattr(type(self), "ruby_send"):
        return self.ruby_send(ruby, name, arguments, block)
    elif isinstance(self, RubyModule):
        found = self.find_singleton(name)
    if found is None:
        found = method_of(ruby, self, name) or kernel_methods().get(name)
    if found is not None:
        return call_method(ruby, found, self, arguments, block)
    missing = missing_method(ruby, self)
    if missing is not None:
        return call_method(ruby, missing, self, (Symbol(name), *arguments), block)
    if arguments or block is not None:
        raise no_method(ruby, self, name)
    raise RubyError(
        "NameError", f"undefined local variable or method `{name}' for {_named(ruby, self)}"
    )


def send_self_0(ruby: Interpreter, self: Any, name: str) -> Any:
    """Call a method of self without arguments."""
    if type(self) is RubyObject:
        class_ = self.class_
        try:
            method = class_.found[name] if class_.counted == CHANGES.count else None
        except KeyError:
            method = None
        if method is not None:
            try:
                return method(ruby, self)
            except TypeError as error:
                raise counted(error, method, ()) from None
    elif hasattr(type(self), "ruby_send"):
        return self.ruby_send(ruby, name, (), None)
    return send_self(ruby, self, name)


def send_self_1(ruby: Interpreter, self: Any, name: str, argument: Any) -> Any:
    """Call a method of self with one argument."""
    if type(self) is RubyObject:
        class_ = self.class_
        try:
            method = class_.found[name] if class_.counted == CHANGES.count else None
        except KeyError:
            method = None
        if method is not None:
            try:
                return method(ruby, self, argument)
            except TypeError as error:
                raise counted(error, method, (argument,)) from None
    return send_self(ruby, self, name, argument)


def send_to_self(
    ruby: Interpreter, self: Any, name: str, *arguments: Any, block: Proc | None = None
) -> Any:
    """Call self.name, which may be private."""
    if isinstance(self, (RubyObject, RubyModule)) and not hasattr(type(self), "ruby_send"):
        found = method_of(ruby, self, name)
        if found is not None:
            return call_method(ruby, found, self, arguments, block)
    return send(ruby, self, name, *arguments, block=block)


def assign_to_self(ruby: Interpreter, self: object, name: str, value: object) -> object:
    send_to_self(ruby, self, name, value)
    return value


def _named(ruby: Interpreter, value: object) -> str:
    return described(ruby, value)


def send_safely(
    ruby: Interpreter, receiver: object, name: str, *arguments: object, block: Proc | None = None
) -> object:
    """Call a method unless the receiver is nil."""
    return None if receiver is None else send(ruby, receiver, name, *arguments, block=block)


def send_assignment(ruby: Interpreter, receiver: object, name: str, value: object) -> object:
    send(ruby, receiver, name, value)
    return value


def assign_safely(ruby: Interpreter, receiver: object, name: str, value: object) -> object:
    return None if receiver is None else send_assignment(ruby, receiver, name, value)


def call_block(ruby: Interpreter, block: Proc | None, *arguments: object) -> object:
    """Call the block of the method: yield."""
    if block is None:
        raise RubyError("LocalJumpError", "no block given (yield)")
    if len(arguments) == 1:
        return block.direct(1)(ruby, arguments[0])
    return block.direct(len(arguments))(ruby, *arguments)


def to_proc(ruby: Interpreter, value: object) -> Proc | None:
    """Convert the value of a `&value` argument to a block."""
    if value is None or isinstance(value, Proc):
        return value
    if type(value) is Symbol:
        return _proc_of_name(value.name)
    made = send(ruby, value, "to_proc")
    if not isinstance(made, Proc):
        raise type_error(f"wrong argument type {_named(ruby, value)} (expected Proc)")
    return made


def _proc_of_name(name: str) -> Proc:
    """Return the block of &:name, which calls the method of its first argument."""

    def call(ruby: Interpreter, receiver: object = MISSING, *rest: object) -> object:
        if receiver is MISSING:
            raise argument_error("no receiver given")
        return send(ruby, receiver, name, *rest)

    return Proc(call)


class Lambda(Proc):
    """A lambda: `return` leaves it, and it counts its arguments."""

    __slots__ = ()

    def direct(self, count: int) -> Callable[..., object]:  # noqa: ARG002
        return self

    def fitted(self, arguments: tuple[object, ...]) -> tuple[object, ...]:
        check_count(self, len(arguments))
        return arguments

    def with_names(
        self, ruby: Interpreter, arguments: tuple[object, ...], names: BlockNames
    ) -> Any:
        try:
            return super().with_names(ruby, arguments, names)
        except ReturnJump as jump:
            if jump.tag is not self.home:
                raise
            return jump.value

    def __call__(self, ruby: Interpreter, *arguments: object) -> Any:
        check_count(self, len(arguments))
        try:
            return self.function(ruby, *arguments)
        except ReturnJump as jump:
            if jump.tag is not self.home:
                raise
            return jump.value


def new_tag() -> object:
    return object()


def same_tag(one: object, other: object) -> bool:
    """Return whether a jump is to the loop with a number, or of a kind."""
    return type(one) is type(other) and one == other


def left_by_break(tag: object, call: Callable[[], Any]) -> object:
    """Run a call whose block may leave it."""
    try:
        return call()
    except BreakJump as jump:
        if jump.tag is tag:
            return jump.value
        raise
