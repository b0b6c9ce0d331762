"""Calls in compiled Ruby: of methods and blocks, and how blocks and lambdas are left."""

from __future__ import annotations

from duckrow.ruby.dispatch import call_method, no_method, responds_to, send
from duckrow.ruby.errors import BreakJump, ReturnJump, RubyError, argument_error, type_error
from duckrow.ruby.naming import kernel_methods
from duckrow.ruby.values.kinds import Proc, RubyObject, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def send_self(self: Any, name: str, *arguments: Any, block: Proc | None = None) -> Any:
    """Call a method of self, or a function that is there everywhere."""
    if type(self) is RubyObject:
        method = self.class_.find_method(name)
        if method is not None:
            return call_method(method, self, arguments, block)
    elif hasattr(type(self), "ruby_send"):
        return self.ruby_send(name, arguments, block)
    kernel = kernel_methods()
    if name in kernel and not responds_to(self, name):
        return call_method(kernel[name], self, arguments, block)
    if name not in kernel and not responds_to(self, name):
        missing = (
            None if type(self) is not RubyObject else self.class_.find_method("method_missing")
        )
        if missing is None:
            if arguments or block is not None:
                raise no_method(self, name)
            raise RubyError(
                "NameError", f"undefined local variable or method `{name}' for {_named(self)}"
            )
    return send(self, name, *arguments, block=block)


def _named(value: Any) -> str:
    from duckrow.ruby.core.basics import described

    return described(value)


def send_safely(receiver: Any, name: str, *arguments: Any, block: Proc | None = None) -> Any:
    """Call a method unless the receiver is nil."""
    return None if receiver is None else send(receiver, name, *arguments, block=block)


def send_assignment(receiver: Any, name: str, value: Any) -> Any:
    send(receiver, name, value)
    return value


def call_block(block: Proc | None, *arguments: Any) -> Any:
    """Call the block of the method: yield."""
    if block is None:
        raise RubyError("LocalJumpError", "no block given (yield)")
    return block(*arguments)


def to_proc(value: Any) -> Proc | None:
    """Give what stands after & as a block."""
    if value is None or isinstance(value, Proc):
        return value
    if type(value) is Symbol:
        name = value.name
        return Proc(lambda receiver, *rest: send(receiver, name, *rest))
    made = send(value, "to_proc")
    if not isinstance(made, Proc):
        raise type_error(f"wrong argument type {_named(value)} (expected Proc)")
    return made


class Lambda(Proc):
    """A lambda: `return` leaves it, and it counts its arguments."""

    __slots__ = ()

    def __call__(self, *arguments: Any) -> Any:
        given = len(arguments)
        if given < self.required or (given > self.count and not self.has_rest):
            least = self.required
            most = "+" if self.has_rest else "" if least == self.count else f"..{self.count}"
            raise argument_error(
                f"wrong number of arguments (given {given}, expected {least}{most})"
            )
        try:
            return self.function(*arguments)
        except ReturnJump as jump:
            return jump.value


def mutate(receiver: Any, name: str, *arguments: Any, block: Proc | None = None) -> tuple[Any, Any]:
    """Call a method that may change a string: gives the new receiver and the result."""
    if type(receiver) is not str:
        return receiver, send(receiver, name, *arguments, block=block)
    from duckrow.ruby.core.string_mutators import MUTATORS, call_mutator

    mutator = MUTATORS.get(name)
    if mutator is None:
        raise no_method(receiver, name)
    return call_mutator(mutator, receiver, arguments, block)


def new_tag() -> object:
    return object()


def left_by_break(tag: object, call: Callable[[], Any]) -> Any:
    """Run a call whose block may leave it."""
    try:
        return call()
    except BreakJump as jump:
        if jump.tag is tag:
            return jump.value
        raise
