"""Lazy enumerators: they compute each element when it is taken."""

from __future__ import annotations

from functools import partial
from itertools import dropwhile, islice, takewhile

from duckrow.ruby.core.basics import case_equal, truthy
from duckrow.ruby.core.collections import enumerable
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.ruby.interpreter import Interpreter


class Lazy(TableValue):
    """Elements that are made as they are taken."""

    __slots__ = ("steps",)

    ruby_class_name = "Enumerator::Lazy"

    def __init__(self, steps: Callable[[Interpreter], Iterator[object]]) -> None:
        self.steps = steps

    def ruby_iterate(self, ruby: Interpreter) -> Iterator[object]:
        return self.steps(ruby)


def _map(_ruby: Interpreter, self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda ruby: map(partial(block, ruby), self.steps(ruby)))


def _select(_ruby: Interpreter, self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda ruby: (item for item in self.steps(ruby) if truthy(block(ruby, item))))


def _reject(_ruby: Interpreter, self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda ruby: (item for item in self.steps(ruby) if not truthy(block(ruby, item))))


def _filter_map(_ruby: Interpreter, self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda ruby: filter(truthy, map(partial(block, ruby), self.steps(ruby))))


def _flat_map(_ruby: Interpreter, self: Lazy, *, block: Proc) -> Lazy:
    def steps(ruby: Interpreter) -> Iterator[object]:
        for item in self.steps(ruby):
            made = block(ruby, item)
            yield from made if type(made) is list else (made,)

    return Lazy(steps)


def _grep(_ruby: Interpreter, self: Lazy, pattern: object) -> Lazy:
    return Lazy(lambda ruby: (item for item in self.steps(ruby) if case_equal(ruby, pattern, item)))


def _take(ruby: Interpreter, self: Lazy, count: object) -> Lazy:
    wanted = to_int(ruby, count)
    return Lazy(lambda ruby: islice(self.steps(ruby), wanted))


def _drop(ruby: Interpreter, self: Lazy, count: object) -> Lazy:
    wanted = to_int(ruby, count)
    return Lazy(lambda ruby: islice(self.steps(ruby), wanted, None))


def _take_while(_ruby: Interpreter, self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda ruby: takewhile(lambda item: truthy(block(ruby, item)), self.steps(ruby)))


def _drop_while(_ruby: Interpreter, self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda ruby: dropwhile(lambda item: truthy(block(ruby, item)), self.steps(ruby)))


def _with_index(
    ruby: Interpreter, self: Lazy, offset: object = 0, *, block: Proc | None = None
) -> Lazy:
    start = to_int(ruby, offset)
    if block is None:
        return Lazy(lambda ruby: ([item, at] for at, item in enumerate(self.steps(ruby), start)))

    def steps(ruby: Interpreter) -> Iterator[object]:
        for at, item in enumerate(self.steps(ruby), start):
            block(ruby, item, at)
            yield item

    return Lazy(steps)


def _uniq(_ruby: Interpreter, self: Lazy) -> Lazy:
    def steps(ruby: Interpreter) -> Iterator[object]:
        seen = set()
        for item in self.steps(ruby):
            key = to_key(item)
            if key not in seen:
                seen.add(key)
                yield item

    return Lazy(steps)


def _each(ruby: Interpreter, self: Lazy, *, block: Proc) -> Lazy:
    for item in self.steps(ruby):
        block(ruby, item)
    return self


METHODS: dict[str, Callable[..., object]] = {
    **enumerable.METHODS,
    "each": _each,
    "map": _map,
    "collect": _map,
    "select": _select,
    "filter": _select,
    "reject": _reject,
    "filter_map": _filter_map,
    "flat_map": _flat_map,
    "grep": _grep,
    "take": _take,
    "drop": _drop,
    "take_while": _take_while,
    "drop_while": _drop_while,
    "with_index": _with_index,
    "each_with_index": _with_index,
    "uniq": _uniq,
    "lazy": lambda _ruby, self: self,
    "eager": lambda ruby, self: list(self.steps(ruby)),
    "force": lambda ruby, self: list(self.steps(ruby)),
    "inspect": lambda _ruby, _self: "#<Enumerator::Lazy: ...>",
}
Lazy.ruby_methods = METHODS
