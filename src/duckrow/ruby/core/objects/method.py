"""Methods as values: obj.method(:name) and Class.instance_method(:name)."""

from __future__ import annotations

from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import call_method
from duckrow.ruby.errors import type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

    Function = Callable[..., object]


class Method(Proc):
    """A method with its receiver."""

    __slots__ = ("method", "name", "owner", "receiver")
    ruby_class_name = "Method"
    ruby_tables = ("objects.object", "objects.proc", "objects.method")

    def __init__(self, receiver: object, name: str, method: Function, owner: RubyModule) -> None:
        count, required, has_rest = shape_of(method)
        super().__init__(self._run, count, has_rest, True, required)
        self.receiver = receiver
        self.name = name
        self.method = method
        self.owner = owner

    def _run(self, ruby: Interpreter, *arguments: object, passed: Proc | None = None) -> object:
        return call_method(ruby, self.method, self.receiver, arguments, passed)


def shape_of(method: Function) -> tuple[int, int, bool]:
    """Return how many arguments a method takes, how many it needs, and whether it takes more."""
    code = getattr(method, "__code__", None)
    if code is None:
        return -1, 0, True
    own = 3 if hasattr(method, "__self__") else 2
    count = code.co_argcount - own
    optional = len(getattr(method, "__defaults__", None) or ())
    return max(count, 0), max(count - optional, 0), bool(code.co_flags & 4)


def arity(self: Proc) -> int:
    """Return the number of arguments; -n - 1 where n are needed and more are taken."""
    if self.count < 0:
        return -1
    return self.count if not self.has_rest and self.required == self.count else -self.required - 1


def _source_location(_ruby: Interpreter, self: Method | UnboundMethod) -> list[object] | None:
    code = getattr(self.method, "__code__", None)
    return None if code is None else [code.co_filename, code.co_firstlineno]


def _bind(_ruby: Interpreter, self: UnboundMethod, receiver: object) -> Method:
    return Method(receiver, self.name, self.method, self.owner)


def _bind_call(
    ruby: Interpreter,
    self: UnboundMethod,
    receiver: object,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    return call_method(ruby, self.method, receiver, arguments, block)


UNBOUND: dict[str, Function] = {
    "bind": _bind,
    "bind_call": _bind_call,
    "name": lambda _ruby, self: symbol(self.name),
    "owner": lambda _ruby, self: self.owner,
    "arity": lambda _ruby, self: arity(Method(None, self.name, self.method, self.owner)),
    "source_location": _source_location,
}


class UnboundMethod(TableValue):
    """A method without a receiver."""

    __slots__ = ("method", "name", "owner")
    ruby_class_name = "UnboundMethod"
    ruby_methods = UNBOUND

    def __init__(self, name: str, method: Function, owner: RubyModule) -> None:
        self.name = name
        self.method = method
        self.owner = owner


def _unbind(_ruby: Interpreter, self: Method) -> UnboundMethod:
    return UnboundMethod(self.name, self.method, self.owner)


def method_body(name: str, value: object) -> Function:
    """Return the function of a method that is made of a block or another method."""
    if isinstance(value, Method | UnboundMethod):
        return value.method
    if isinstance(value, Proc):
        from duckrow.ruby.definitions import block_method

        return block_method(name, value)
    raise type_error(
        f"wrong argument type {class_name(value)} (expected Proc/Method/UnboundMethod)"
    )


METHODS: dict[str, Function] = {
    "unbind": _unbind,
    "name": lambda _ruby, self: symbol(self.name),
    "owner": lambda _ruby, self: self.owner,
    "receiver": lambda _ruby, self: self.receiver,
    "source_location": _source_location,
}
