"""Iterating over the elements of a value.

iterate(value)      an iterator: the elements of an array, the pairs of a hash, ...
Enumerator          a method that waits for its block: `each_slice(2)`, `map`; its elements are the
                    values that the method would pass to a block
"""

from __future__ import annotations

from functools import partial

from duckrow.ruby.core.basics import compare, inspect
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import Jump, RubyError, type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, Range, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


_LONG = 10_000  # elements that are worth counting


def iterate(ruby: Interpreter, value: Any) -> Iterator[Any]:
    """Go through the elements of a value. A hash may be changed meanwhile."""
    kind = type(value)
    if kind is list or isinstance(value, list):
        if len(value) > _LONG:
            ruby.charge(len(value))
        return iter(value)
    if isinstance(value, dict):
        if len(value) > _LONG:
            ruby.charge(len(value))
        return iter([[from_key(key), item] for key, item in value.items()])
    if kind is Range:
        return _range(ruby, value)
    own = getattr(kind, "ruby_iterate", None)
    if own is not None:
        return own(value, ruby)  # type: ignore[no-any-return]
    if isinstance(value, RubyObject) and value.class_.find_method("each") is not None:
        return iter(_given_to_block(ruby, value, "each", ()))
    from duckrow.ruby.dispatch import no_method

    raise no_method(ruby, value, "each")


def _range(ruby: Interpreter, value: Range) -> Iterator[object]:
    first, last = value.first, value.last
    if type(first) is int:
        return _whole_numbers(ruby, first, last, value.excludes_last)
    if type(first) is str:
        return _texts(ruby, first, last, value.excludes_last)
    from duckrow.ruby.dispatch import responds_to

    if first is not None and type(first) is not float and responds_to(ruby, first, "succ"):
        return _successors(ruby, first, last, value.excludes_last)
    raise type_error(f"can't iterate from {class_name(first)}")


def _successors(
    ruby: Interpreter, value: object, last: object, excludes_last: bool
) -> Iterator[object]:
    from duckrow.ruby.dispatch import send

    while last is None or (order := compare(ruby, value, last)) is not None:
        if last is not None and (order > 0 or (order == 0 and excludes_last)):  # type: ignore[operator]
            return
        ruby.tick()
        yield value
        if last is not None and order == 0:
            return
        value = send(ruby, value, "succ")


def _whole_numbers(ruby: Interpreter, first: int, last: Any, excludes_last: bool) -> Iterator[int]:
    if type(last) is int:
        number = first
        end = last if excludes_last else last + 1
        while number < end:
            if not number & 7:
                ruby.tick()
            yield number
            number += 1
        return
    number = first
    while last is None or number < last or (number == last and not excludes_last):
        ruby.tick()
        yield number
        number += 1


def _texts(ruby: Interpreter, first: str, last: Any, excludes_last: bool) -> Iterator[str]:
    from duckrow.ruby.dispatch import send

    if last is None:
        text = first
        while True:
            ruby.tick()
            yield text
            text = send(ruby, text, "succ")
    from duckrow.ruby.core.text.string_more import strings_between

    for text in strings_between(ruby, first, last, excludes_last):
        ruby.tick()
        yield text


def as_list(ruby: Interpreter, value: object) -> list[object]:
    """Return the elements of a value as a list, which is the value itself where it is one."""
    return value if type(value) is list else list(iterate(ruby, value))


def packed(arguments: tuple[object, ...]) -> object:
    """Return the arguments of a block as one value."""
    return arguments[0] if len(arguments) == 1 else list(arguments) if arguments else None


class _Enough(Jump):
    """Stops a method that has passed enough values to its block."""


def _given_to_block(
    ruby: Interpreter,
    receiver: object,
    name: str,
    arguments: tuple[object, ...],
    most: int | None = None,
) -> list[object]:
    """Collect the values that a method passes to its block, at most `most` of them."""
    from duckrow.ruby.dispatch import send

    taken: list[object] = []
    if most == 0:
        return taken
    tag = object()

    def take(ruby: Interpreter, *given: object) -> object:
        ruby.tick()
        taken.append(packed(given))
        if most is not None and len(taken) >= most:
            raise _Enough(tag)
        return None

    try:
        send(ruby, receiver, name, *arguments, block=Proc(take))
    except _Enough as enough:
        if enough.tag is not tag:
            raise
    return taken


class Enumerator(TableValue):
    """A call that waits for its block."""

    __slots__ = ("ahead", "arguments", "name", "receiver", "steps", "taken")

    ruby_class_name = "Enumerator"

    def __init__(
        self,
        receiver: object,
        name: str,
        *arguments: object,
        steps: Callable[[Interpreter], Iterator[object]] | None = None,
    ) -> None:
        self.receiver = receiver
        self.name = name
        self.arguments = arguments
        self.steps = steps  # how to go on step by step, for what may never end
        self.taken: Any = None
        self.ahead: list[object] = []  # values that `peek` has read and `next` has not

    def ruby_iterate(self, ruby: Interpreter) -> Iterator[object]:
        if self.steps is not None:
            return self.steps(ruby)
        if self.name == "each" and not self.arguments and not isinstance(self.receiver, RubyObject):
            return iterate(ruby, self.receiver)
        return iter(_given_to_block(ruby, self.receiver, self.name, self.arguments))

    def take_first(self, ruby: Interpreter, count: int) -> list[object]:
        if self.steps is None and self.name != "each":
            return _given_to_block(ruby, self.receiver, self.name, self.arguments, count)
        if isinstance(self.receiver, RubyObject):
            return _given_to_block(ruby, self.receiver, self.name, self.arguments, count)
        from itertools import islice

        return list(islice(self.ruby_iterate(ruby), count))

    def call_with(self, ruby: Interpreter, block: Proc) -> object:
        """Call the method with a block at last."""
        from duckrow.ruby.dispatch import send

        return send(ruby, self.receiver, self.name, *self.arguments, block=block)

    @property
    def ruby_methods(self) -> dict[str, Callable[..., object]]:  # type: ignore[override]
        from duckrow.ruby.core.collections.enumerator import METHODS

        return METHODS

    def described(self, ruby: Interpreter) -> str:
        given = (
            f"({', '.join(map(partial(inspect, ruby), self.arguments))})" if self.arguments else ""
        )
        return f"#<Enumerator: {inspect(ruby, self.receiver)}:{self.name}{given}>"

    def take_next(self, ruby: Interpreter) -> object:
        if self.taken is None:
            self.taken = self.ruby_iterate(ruby)
        try:
            return next(self.taken)
        except StopIteration:
            raise RubyError("StopIteration", "iteration reached an end") from None
