"""Lazy enumerators: elements are made one by one, when somebody takes them."""

from __future__ import annotations

from itertools import dropwhile, islice, takewhile

from duckrow.ruby.core import enumerable
from duckrow.ruby.core.arguments import to_int
from duckrow.ruby.core.basics import case_equal, truthy
from duckrow.ruby.core.table_value import TableValue
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class Lazy(TableValue):
    """Elements that are made as they are taken."""

    __slots__ = ("steps",)

    ruby_class_name = "Enumerator::Lazy"

    def __init__(self, steps: Callable[[], Iterator[Any]]) -> None:
        self.steps = steps

    def ruby_iterate(self) -> Iterator[Any]:
        return self.steps()


def _map(self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda: map(block, self.steps()))


def _select(self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda: (item for item in self.steps() if truthy(block(item))))


def _reject(self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda: (item for item in self.steps() if not truthy(block(item))))


def _filter_map(self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda: filter(truthy, map(block, self.steps())))


def _flat_map(self: Lazy, *, block: Proc) -> Lazy:
    def steps() -> Iterator[Any]:
        for item in self.steps():
            made = block(item)
            yield from made if type(made) is list else (made,)

    return Lazy(steps)


def _grep(self: Lazy, pattern: Any) -> Lazy:
    return Lazy(lambda: (item for item in self.steps() if case_equal(pattern, item)))


def _take(self: Lazy, count: Any) -> Lazy:
    wanted = to_int(count)
    return Lazy(lambda: islice(self.steps(), wanted))


def _drop(self: Lazy, count: Any) -> Lazy:
    wanted = to_int(count)
    return Lazy(lambda: islice(self.steps(), wanted, None))


def _take_while(self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda: takewhile(lambda item: truthy(block(item)), self.steps()))


def _drop_while(self: Lazy, *, block: Proc) -> Lazy:
    return Lazy(lambda: dropwhile(lambda item: truthy(block(item)), self.steps()))


def _with_index(self: Lazy, offset: Any = 0, *, block: Proc | None = None) -> Lazy:
    start = to_int(offset)
    if block is None:
        return Lazy(lambda: ([item, at] for at, item in enumerate(self.steps(), start)))

    def steps() -> Iterator[Any]:
        for at, item in enumerate(self.steps(), start):
            block(item, at)
            yield item

    return Lazy(steps)


def _uniq(self: Lazy) -> Lazy:
    def steps() -> Iterator[Any]:
        seen = set()
        for item in self.steps():
            key = to_key(item)
            if key not in seen:
                seen.add(key)
                yield item

    return Lazy(steps)


def _each(self: Lazy, *, block: Proc) -> Lazy:
    for item in self.steps():
        block(item)
    return self


METHODS: dict[str, Callable[..., Any]] = {
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
    "lazy": lambda self: self,
    "eager": lambda self: list(self.steps()),
    "force": lambda self: list(self.steps()),
    "inspect": lambda _self: "#<Enumerator::Lazy: ...>",
}
Lazy.ruby_methods = METHODS
