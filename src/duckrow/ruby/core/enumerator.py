"""The methods of enumerators: calls that wait for their block."""

from __future__ import annotations

from duckrow.ruby.core import enumerable
from duckrow.ruby.core.arguments import negative, to_int
from duckrow.ruby.core.iteration import Enumerator, packed
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _each(self: Enumerator, *, block: Proc | None = None) -> Any:
    return self if block is None else self.run(block)


def _with_index(self: Enumerator, offset: Any = 0, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "with_index", offset)
    number = (0 if offset is None else to_int(offset)) - 1

    def numbered(*given: Any) -> Any:
        nonlocal number
        number += 1
        return block(packed(given), number)

    return self.run(Proc(numbered))


def _each_with_index(self: Enumerator, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "each_with_index")
    return _with_index(self, 0, block=block)


def _with_object(self: Enumerator, memo: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "with_object", memo)
    self.run(Proc(lambda *given: block(packed(given), memo)))
    return memo


def _first(self: Enumerator, count: Any = None) -> Any:
    if count is None:
        found = self.first(1)
        return found[0] if found else None
    return self.first(negative(count, "attempt to take negative size"))


def _take(self: Enumerator, count: Any) -> list[Any]:
    return self.first(negative(count, "attempt to take negative size"))


def _next(self: Enumerator) -> Any:
    return self.ahead.pop() if self.ahead else self.next()


def _peek(self: Enumerator) -> Any:
    if not self.ahead:
        self.ahead.append(self.next())
    return self.ahead[0]


def _rewind(self: Enumerator) -> Enumerator:
    self.taken = None
    self.ahead.clear()
    return self


def _size(self: Enumerator) -> Any:
    from duckrow.ruby.dispatch import responds_to, send

    if self.name in ("each_slice", "each_cons") and responds_to(self.receiver, "size"):
        whole, part = send(self.receiver, "size"), to_int(self.arguments[0])
        if type(whole) is not int:
            return whole
        return -(-whole // part) if self.name == "each_slice" else max(0, whole - part + 1)
    if self.steps is not None or type(self.receiver) is RubyObject:
        return None
    if type(self.receiver) is int:
        return len(list(self.ruby_iterate()))
    return send(self.receiver, "size") if responds_to(self.receiver, "size") else None


class Yielder:
    """What the block of Enumerator.new gives its values to."""

    __slots__ = ("block",)

    ruby_class_name = "Enumerator::Yielder"

    def __init__(self, block: Proc) -> None:
        self.block = block

    def ruby_send(self, name: str, arguments: tuple[Any, ...], _block: Proc | None) -> Any:
        if name == "<<":
            self.block(*arguments)
            return self
        if name in ("yield", "call"):
            return self.block(*arguments)
        from duckrow.ruby.dispatch import no_method

        raise no_method(self, name)


class Generator:
    """The block of Enumerator.new, as something that has `each`."""

    __slots__ = ("source",)

    ruby_class_name = "Enumerator::Generator"

    def __init__(self, source: Proc) -> None:
        self.source = source

    def ruby_send(self, name: str, _arguments: tuple[Any, ...], block: Proc | None) -> Any:
        if name == "run" and block is not None:
            return self.source(Yielder(block))
        if name == "inspect":
            return "#<Enumerator::Generator>"
        raise RubyError("NoMethodError", f"undefined method `{name}' for #<Enumerator::Generator>")


def new_enumerator(source: Proc) -> Enumerator:
    """Make what Enumerator.new makes."""
    return Enumerator(Generator(source), "run")


METHODS: dict[str, Callable[..., Any]] = {
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
    "inspect": Enumerator.inspect,
    "to_s": Enumerator.inspect,
}
