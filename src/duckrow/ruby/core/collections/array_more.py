"""The methods that change an array, and those that choose from it in all ways."""

from __future__ import annotations

import itertools
from functools import partial

from duckrow.ruby.core.arguments import negative, range_bounds, to_ary
from duckrow.ruby.core.basics import equal, truthy
from duckrow.ruby.core.collections.array import element, flattened
from duckrow.ruby.core.collections.enumerable import METHODS as ENUMERABLE
from duckrow.ruby.core.collections.iteration import Enumerator
from duckrow.ruby.core.collections.ordering import sort, sort_by
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.values.kinds import Proc, Range
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

    List = list[Any]


def _push(ruby: Interpreter, self: List, *items: object) -> List:
    if len(items) == 1:
        self.append(items[0])
        return self
    ruby.check_elements(len(self) + len(items))
    self.extend(items)
    return self


def _append(_ruby: Interpreter, self: List, item: object) -> List:
    self.append(item)
    return self


def _unshift(_ruby: Interpreter, self: List, *items: object) -> List:
    self[:0] = items
    return self


def _pop(ruby: Interpreter, self: List, count: object = MISSING) -> object:
    if count is MISSING:
        return self.pop() if self else None
    wanted = negative(ruby, count, "negative array size")
    at = max(0, len(self) - wanted)
    gone = self[at:]
    del self[at:]
    return gone


def _shift(ruby: Interpreter, self: List, count: object = MISSING) -> object:
    if count is MISSING:
        return self.pop(0) if self else None
    wanted = negative(ruby, count, "negative array size")
    gone = self[:wanted]
    del self[:wanted]
    return gone


def _insert(ruby: Interpreter, self: List, at: object, *items: object) -> List:
    index = to_int(ruby, at)
    if not items:
        return self
    if index < 0:
        index += len(self) + 1
        if index < 0:
            raise RubyError(
                "IndexError",
                f"index {index - len(self) - 1} too small for array; minimum: -{len(self) + 1}",
            )
    _grow(ruby, self, index)
    self[index:index] = items
    return self


def _grow(ruby: Interpreter, self: List, size: int) -> None:
    """Fill up with nil to a size."""
    ruby.check_elements(size)
    self += [None] * (size - len(self))


def _set(ruby: Interpreter, self: List, at: object, *rest: object) -> object:
    """array[at] = value, array[start, count] = values, array[range] = values."""
    size = len(self)
    if len(rest) == 2:
        start, count = to_int(ruby, at), to_int(ruby, rest[0])
        if count < 0:
            raise RubyError("IndexError", f"negative length ({count})")
        if start < -size:
            raise RubyError("IndexError", f"index {start} too small for array; minimum: {-size}")
        start += size if start < 0 else 0
        return _replace(ruby, self, start, count, rest[1])
    if len(rest) != 1:
        raise argument_error(f"wrong number of arguments (given {len(rest) + 1}, expected 2..3)")
    value = rest[0]
    if type(at) is Range:
        bounds = _bounds(ruby, at, size)
        return _replace(ruby, self, bounds[0], bounds[1], value)
    index = to_int(ruby, at)
    if index < -size:
        raise RubyError("IndexError", f"index {index} too small for array; minimum: {-size}")
    if index >= size:
        _grow(ruby, self, index)
        self.append(value)
    else:
        self[index] = value
    return value


def _bounds(ruby: Interpreter, wanted: Range, size: int) -> tuple[int, int]:
    """Return where a range that is assigned to begins and how long it is."""
    start = 0 if wanted.first is None else to_int(ruby, wanted.first)
    end = -1 if wanted.last is None else to_int(ruby, wanted.last)
    if start < -size:
        from duckrow.ruby.core.collections.range import shown

        raise RubyError("RangeError", f"{shown(ruby, wanted)} out of range")
    start += size if start < 0 else 0
    end += size if end < 0 else 0
    end += 0 if wanted.excludes_last and wanted.last is not None else 1
    return start, max(0, end - start)


def _replace(ruby: Interpreter, self: List, start: int, count: int, value: object) -> object:
    _grow(ruby, self, start)
    self[start : start + count] = value if type(value) is list else [value]
    return value


def _concat(ruby: Interpreter, self: List, *others: object) -> List:
    for other in [list(to_ary(ruby, each)) for each in others]:
        ruby.check_elements(len(self) + len(other))
        self += other
    return self


def _delete(ruby: Interpreter, self: List, wanted: object, *, block: Proc | None = None) -> object:
    found = [item for item in self if equal(ruby, item, wanted)]
    if not found:
        return None if block is None else block(ruby, wanted)
    self[:] = [item for item in self if not equal(ruby, item, wanted)]
    return found[-1]


def _delete_at(ruby: Interpreter, self: List, at: object) -> object:
    index = to_int(ruby, at)
    return self.pop(index) if -len(self) <= index < len(self) else None


def _slice_out(ruby: Interpreter, self: List, at: object, count: object = MISSING) -> object:
    found = element(ruby, self, at, count)
    if count is not MISSING:
        if found is not None:
            start = to_int(ruby, at)
            start += len(self) if start < 0 else 0
            del self[start : start + to_int(ruby, count)]
    elif type(at) is Range:
        bounds = range_bounds(ruby, at, len(self))
        if bounds is not None:
            del self[bounds[0] : bounds[0] + bounds[1]]
    else:
        return _delete_at(ruby, self, at)
    return found


def _keeping(_ruby: Interpreter, self: List, kept: Iterable[Any]) -> bool:
    """Replace the elements by the kept ones; return whether any was removed."""
    before = len(self)
    self[:] = list(kept)
    return len(self) != before


def _delete_if(ruby: Interpreter, self: List, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "delete_if")
    call = block.direct(1)
    _keeping(ruby, self, [item for item in self if not truthy(call(ruby, item))])
    return self


def _keep_if(ruby: Interpreter, self: List, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "keep_if")
    call = block.direct(1)
    _keeping(ruby, self, [item for item in self if truthy(call(ruby, item))])
    return self


def _reject(ruby: Interpreter, self: List, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "reject!")
    call = block.direct(1)
    return self if _keeping(ruby, self, [i for i in self if not truthy(call(ruby, i))]) else None


def _select(ruby: Interpreter, self: List, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "select!")
    call = block.direct(1)
    return self if _keeping(ruby, self, [i for i in self if truthy(call(ruby, i))]) else None


def _map(ruby: Interpreter, self: List, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "map!")
    call = block.direct(1)
    for index in range(len(self)):
        self[index] = call(ruby, self[index])
    return self


def _sort(ruby: Interpreter, self: List, *, block: Proc | None = None) -> List:
    self[:] = sort(ruby, self, block)
    return self


def _sort_by(ruby: Interpreter, self: List, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "sort_by!")
    self[:] = sort_by(ruby, self, block)
    return self


def _uniq(ruby: Interpreter, self: List, *, block: Proc | None = None) -> object:
    kept = ENUMERABLE["uniq"](ruby, self, block=block)
    return self if _keeping(ruby, self, kept) else None


def _compact(ruby: Interpreter, self: List) -> object:
    return self if _keeping(ruby, self, [item for item in self if item is not None]) else None


def _flatten(ruby: Interpreter, self: List, depth: object = None) -> object:
    if not any(type(item) is list for item in self):
        return None
    self[:] = flattened(self, -1 if depth is None else to_int(ruby, depth))
    return self


def _reverse(_ruby: Interpreter, self: List) -> List:
    self.reverse()
    return self


def _rotate(ruby: Interpreter, self: List, count: object = 1) -> List:
    if self:
        at = to_int(ruby, count) % len(self)
        self[:] = self[at:] + self[:at]
    return self


def _clear(_ruby: Interpreter, self: List) -> List:
    self.clear()
    return self


def _become(ruby: Interpreter, self: List, other: object) -> List:
    self[:] = to_ary(ruby, other)
    return self


def _fill(ruby: Interpreter, self: List, *arguments: object, block: Proc | None = None) -> List:
    """fill(value), fill(value, start, count), fill(value, range), and each with a block."""
    value = None
    if block is None:
        if not arguments:
            raise argument_error("wrong number of arguments (given 0, expected 1..3)")
        value, *rest = arguments
    else:
        rest = list(arguments)
    start, count = 0, len(self)
    if rest and type(rest[0]) is Range:
        start, count = _bounds(ruby, rest[0], len(self))
    elif rest:
        start = 0 if rest[0] is None else to_int(ruby, rest[0])
        start = max(0, start + len(self)) if start < 0 else start
        wanted = rest[1] if len(rest) > 1 else None
        count = max(0, len(self) - start) if wanted is None else to_int(ruby, wanted)
    if count > 0:
        _grow(ruby, self, start + count)
    for index in range(start, start + max(0, count)):
        self[index] = value if block is None else block(ruby, index)
    return self


# ---- all ways to choose


def _chosen(
    ruby: Interpreter,
    self: List,
    name: str,
    arguments: tuple[object, ...],
    ways: Iterable[Any],
    block: Proc | None,
) -> object:
    if block is None:
        return Enumerator(
            self, name, *arguments, steps=lambda ruby: map(partial(_counted, ruby), ways)
        )
    for way in ways:
        block(ruby, list(way))
    return self


def _counted(ruby: Interpreter, way: Any) -> List:
    ruby.tick()
    return list(way)


def _combination(
    ruby: Interpreter, self: List, size: object, *, block: Proc | None = None
) -> object:
    count = to_int(ruby, size)
    ways = itertools.combinations(list(self), count) if count >= 0 else ()
    return _chosen(ruby, self, "combination", (size,), ways, block)


def _permutation(
    ruby: Interpreter, self: List, size: object = None, *, block: Proc | None = None
) -> object:
    count = len(self) if size is None else to_int(ruby, size)
    ways = itertools.permutations(list(self), count) if count >= 0 else ()
    given = () if size is None else (size,)
    return _chosen(ruby, self, "permutation", given, ways, block)


def _repeated_combination(
    ruby: Interpreter, self: List, size: object, *, block: Proc | None = None
) -> object:
    count = to_int(ruby, size)
    ways = itertools.combinations_with_replacement(list(self), count) if count >= 0 else ()
    return _chosen(ruby, self, "repeated_combination", (size,), ways, block)


def _repeated_permutation(
    ruby: Interpreter, self: List, size: object, *, block: Proc | None = None
) -> object:
    count = to_int(ruby, size)
    ways = itertools.product(list(self), repeat=count) if count >= 0 else ()
    return _chosen(ruby, self, "repeated_permutation", (size,), ways, block)


def _product(ruby: Interpreter, self: List, *others: object, block: Proc | None = None) -> object:
    lists = [self, *map(partial(to_ary, ruby), others)]
    count = 1
    for each in lists:
        count *= len(each)
    ruby.check_elements(count)
    ways = itertools.product(*lists)
    if block is None:
        return [list(way) for way in ways]
    for way in ways:
        block(ruby, list(way))
    return self


METHODS: dict[str, Callable[..., Any]] = {
    "push": _push,
    "append": _push,
    "<<": _append,
    "unshift": _unshift,
    "prepend": _unshift,
    "pop": _pop,
    "shift": _shift,
    "insert": _insert,
    "[]=": _set,
    "concat": _concat,
    "delete": _delete,
    "delete_at": _delete_at,
    "slice!": _slice_out,
    "delete_if": _delete_if,
    "keep_if": _keep_if,
    "reject!": _reject,
    "select!": _select,
    "filter!": _select,
    "map!": _map,
    "collect!": _map,
    "sort!": _sort,
    "sort_by!": _sort_by,
    "uniq!": _uniq,
    "compact!": _compact,
    "flatten!": _flatten,
    "reverse!": _reverse,
    "rotate!": _rotate,
    "clear": _clear,
    "replace": _become,
    "fill": _fill,
    "combination": _combination,
    "permutation": _permutation,
    "repeated_combination": _repeated_combination,
    "repeated_permutation": _repeated_permutation,
    "product": _product,
}
