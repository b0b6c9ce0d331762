"""The methods of enumerators: calls that wait for their block."""

from __future__ import annotations

from duckrow.ruby.core.arguments import negative
from duckrow.ruby.core.collections import enumerable
from duckrow.ruby.core.collections.iteration import Enumerator, packed
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _each(ruby: Interpreter, self: Enumerator, *, block: Proc | None = None) -> object:
    return self if block is None else self.call_with(ruby, block)


def _with_index(
    ruby: Interpreter, self: Enumerator, offset: object = 0, *, block: Proc | None = None
) -> object:
    if block is None:
        return Enumerator(self, "with_index", offset)
    number = (0 if offset is None else to_int(ruby, offset)) - 1

    def numbered(ruby: Interpreter, *given: object) -> object:
        nonlocal number
        number += 1
        return block(ruby, packed(given), number)

    return self.call_with(ruby, Proc(numbered))


def _each_with_index(ruby: Interpreter, self: Enumerator, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each_with_index")
    return _with_index(ruby, self, 0, block=block)


def _with_object(
    ruby: Interpreter, self: Enumerator, memo: object, *, block: Proc | None = None
) -> object:
    if block is None:
        return Enumerator(self, "with_object", memo)
    self.call_with(ruby, Proc(lambda ruby, *given: block(ruby, packed(given), memo)))
    return memo


def _first(ruby: Interpreter, self: Enumerator, count: object = None) -> object:
    if count is None:
        found = self.take_first(ruby, 1)
        return found[0] if found else None
    return self.take_first(ruby, negative(ruby, count, "attempt to take negative size"))


def _take(ruby: Interpreter, self: Enumerator, count: object) -> list[object]:
    return self.take_first(ruby, negative(ruby, count, "attempt to take negative size"))


def _next(ruby: Interpreter, self: Enumerator) -> object:
    return self.ahead.pop() if self.ahead else self.take_next(ruby)


def _peek(ruby: Interpreter, self: Enumerator) -> object:
    if not self.ahead:
        self.ahead.append(self.take_next(ruby))
    return self.ahead[0]


def _rewind(_ruby: Interpreter, self: Enumerator) -> Enumerator:
    self.taken = None
    self.ahead.clear()
    return self


def _size(ruby: Interpreter, self: Enumerator) -> object:
    from duckrow.ruby.dispatch import responds_to, send

    if self.name in ("each_slice", "each_cons") and responds_to(ruby, self.receiver, "size"):
        whole, part = send(ruby, self.receiver, "size"), to_int(ruby, self.arguments[0])
        if type(whole) is not int:
            return whole
        return -(-whole // part) if self.name == "each_slice" else max(0, whole - part + 1)
    if self.steps is not None or isinstance(self.receiver, RubyObject):
        return None
    if type(self.receiver) is int:
        return len(list(self.ruby_iterate(ruby)))
    return send(ruby, self.receiver, "size") if responds_to(ruby, self.receiver, "size") else None


def _inspect(ruby: Interpreter, self: Enumerator) -> str:
    return self.described(ruby)


class Yielder:
    """The object that the block of Enumerator.new passes its values to."""

    __slots__ = ("block",)

    ruby_class_name = "Enumerator::Yielder"

    def __init__(self, block: Proc) -> None:
        self.block = block

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        if name == "<<":
            self.block(ruby, *arguments)
            return self
        if name in ("yield", "call"):
            return self.block(ruby, *arguments)
        from duckrow.ruby.dispatch import no_method

        raise no_method(ruby, self, name)


class Generator:
    """The block of Enumerator.new, as something that has `each`."""

    __slots__ = ("source",)

    ruby_class_name = "Enumerator::Generator"

    def __init__(self, source: Proc) -> None:
        self.source = source

    def ruby_send(
        self, ruby: Interpreter, name: str, _arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        if name == "run" and block is not None:
            return self.source(ruby, Yielder(block))
        if name == "inspect":
            return "#<Enumerator::Generator>"
        raise RubyError("NoMethodError", f"undefined method `{name}' for #<Enumerator::Generator>")


def new_enumerator(source: Proc) -> Enumerator:
    """Return a new Enumerator, as Enumerator.new does."""
    return Enumerator(Generator(source), "run")


METHODS: dict[str, Callable[..., object]] = {
    **enumerable.METHODS,
    "each": _each,
    "with_index": _with_index,
    "each_with_index": _each_with_index,
    "with_object": _with_object,
    "each_with_object": _with_object,
    "first": _first,
    "take": _take,
    "next": _next,
    "peek": _peek,
    "rewind": _rewind,
    "size": _size,
    "inspect": _inspect,
    "to_s": _inspect,
}
