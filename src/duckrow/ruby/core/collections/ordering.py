"""Sorting, and finding the least and the greatest."""

from __future__ import annotations

from functools import partial

from duckrow.ruby.core.arguments import comparison_failed, negative
from duckrow.ruby.core.basics import compare
from duckrow.ruby.core.collections.iteration import Enumerator, as_list, iterate
from duckrow.ruby.values.compare import merge_sort
from duckrow.ruby.values.kinds import Proc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

    Order = Callable[[Any, Any], int]

_PLAIN = ({str}, {int}, {float}, {int, float})
_SAME = ({str}, {int})  # kinds whose equal values are the same


def order(ruby: Interpreter, one: object, other: object) -> int:
    """Return the order of two values that must have one."""
    found = compare(ruby, one, other)
    if found is None:
        raise comparison_failed(one, other)
    return found


def by_block(ruby: Interpreter, block: Proc) -> Order:
    """Return the order that a block says: a negative number, zero or a positive one."""

    def ask(one: object, other: object) -> int:
        found = block(ruby, one, other)
        if type(found) is int:
            return found
        if type(found) is float:
            return int(found > 0) - int(found < 0)
        if found is None:
            raise comparison_failed(one, other)
        return order(ruby, found, 0)

    return ask


def sort(ruby: Interpreter, items: list[Any], block: Proc | None = None) -> list[Any]:
    """Return the items in order; equal ones keep theirs."""
    ruby.charge(len(items))
    if block is not None:
        return merge_sort(items, by_block(ruby, block))
    if set(map(type, items)) in _PLAIN:
        return sorted(items)
    return merge_sort(items, partial(order, ruby))


def sort_by(ruby: Interpreter, items: list[Any], block: Proc) -> list[Any]:
    call = block.direct(1)
    keyed = [(call(ruby, item), item) for item in items]
    if {type(key) for key, _ in keyed} in _PLAIN:
        return [item for _, item in sorted(keyed, key=_first)]
    return [item for _, item in merge_sort(keyed, lambda one, other: order(ruby, one[0], other[0]))]


def _first(pair: tuple[Any, Any]) -> Any:
    return pair[0]


def _sort(ruby: Interpreter, self: object, *, block: Proc | None = None) -> list[Any]:
    return sort(ruby, as_list(ruby, self), block)


def _sort_by(ruby: Interpreter, self: object, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "sort_by")
    return sort_by(ruby, list(iterate(ruby, self)), block)


# ---- the least and the greatest


def _extreme(ruby: Interpreter, items: list[Any], count: object, ask: Order, sign: int) -> Any:
    if count is not None:
        wanted = negative(ruby, count, f"negative size ({count})")
        if wanted == 0:
            return []
        return merge_sort(items, lambda one, other: sign * ask(one, other))[:wanted]
    if not items:
        return None
    best = items[0]
    for item in items[1:]:
        if sign * ask(item, best) < 0:
            best = item
    return best


def _extremes(items: list[Any], ask: Order) -> tuple[Any, Any]:
    """Find the least and the greatest: two neighbours are compared first, as Ruby does."""
    least = greatest = items[0]
    for at in range(0, len(items), 2):
        low = high = items[at]
        if at + 1 < len(items):
            low, high = items[at], items[at + 1]
            found = ask(low, high)
            if found > 0:
                low, high = high, low
            elif found == 0:
                high = low
        if at == 0:
            least, greatest = low, high
            continue
        if ask(low, least) < 0:
            least = low
        if ask(high, greatest) > 0:
            greatest = high
    return least, greatest


def _ask(ruby: Interpreter, block: Proc | None) -> Order:
    return partial(order, ruby) if block is None else by_block(ruby, block)


def _asked(ruby: Interpreter, self: object, count: object, block: Proc | None) -> Order:
    """Return the order to find an extreme by; an array asks the best so far about the next."""
    if block is None and type(self) is list and count is None:
        return lambda item, best: -order(ruby, best, item)
    return _ask(ruby, block)


def _min(
    ruby: Interpreter, self: object, count: object = None, *, block: Proc | None = None
) -> Any:
    if type(self) is list and count is block is None and set(map(type, self)) in _SAME:
        return min(self)
    return _extreme(ruby, as_list(ruby, self), count, _asked(ruby, self, count, block), 1)


def _max(
    ruby: Interpreter, self: object, count: object = None, *, block: Proc | None = None
) -> Any:
    if type(self) is list and count is block is None and set(map(type, self)) in _SAME:
        return max(self)
    return _extreme(ruby, as_list(ruby, self), count, _asked(ruby, self, count, block), -1)


def _minmax(ruby: Interpreter, self: object, *, block: Proc | None = None) -> list[Any]:
    if type(self) is list and block is None:
        return [_min(ruby, self), _max(ruby, self)]
    items = as_list(ruby, self)
    return list(_extremes(items, _ask(ruby, block))) if items else [None, None]


def _extreme_by(
    ruby: Interpreter, self: Any, name: str, count: Any, block: Proc | None, sign: int
) -> Any:
    if block is None:
        return Enumerator(self, name, *(() if count is None else (count,)))
    call = block.direct(1)
    keyed = [(call(ruby, item), item) for item in iterate(ruby, self)]
    found = _extreme(ruby, keyed, count, lambda one, other: order(ruby, one[0], other[0]), sign)
    if count is not None:
        return [item for _, item in found]
    return None if found is None else found[1]


def _min_by(
    ruby: Interpreter, self: object, count: object = None, *, block: Proc | None = None
) -> Any:
    return _extreme_by(ruby, self, "min_by", count, block, 1)


def _max_by(
    ruby: Interpreter, self: object, count: object = None, *, block: Proc | None = None
) -> Any:
    return _extreme_by(ruby, self, "max_by", count, block, -1)


def _minmax_by(ruby: Interpreter, self: object, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "minmax_by")
    call = block.direct(1)
    keyed = [(call(ruby, item), item) for item in iterate(ruby, self)]
    if not keyed:
        return [None, None]
    return [pair[1] for pair in _extremes(keyed, lambda one, other: order(ruby, one[0], other[0]))]


METHODS: dict[str, Callable[..., Any]] = {
    "sort": _sort,
    "sort_by": _sort_by,
    "min": _min,
    "max": _max,
    "minmax": _minmax,
    "min_by": _min_by,
    "max_by": _max_by,
    "minmax_by": _minmax_by,
}
