"""The methods of Enumerable, for everything that can be iterated: arrays, hashes, ranges, sets.

Without a block most of these return an Enumerator. `ordering` has the methods that sort, `grouping`
those that make groups.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from duckrow.ruby.core.arguments import negative
from duckrow.ruby.core.basics import case_equal, equal, truthy
from duckrow.ruby.core.collections.grouping import METHODS as GROUPING
from duckrow.ruby.core.collections.iteration import Enumerator, as_list, iterate
from duckrow.ruby.core.collections.ordering import METHODS as ORDERING
from duckrow.ruby.core.collections.summing import METHODS as SUMMING
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _each_entry(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each_entry")
    call = block.direct(1)
    for item in iterate(ruby, self):
        call(ruby, item)
    return self


def _map(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "map")
    return list(map(partial(block.direct(1), ruby), iterate(ruby, self)))


def _flat_map(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "flat_map")
    made: list[object] = []
    call = block.direct(1)
    for item in iterate(ruby, self):
        result = call(ruby, item)
        if type(result) is list:
            made += result
        else:
            made.append(result)
    return made


def _filter_map(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "filter_map")
    call = block.direct(1)
    return [made for item in iterate(ruby, self) if truthy(made := call(ruby, item))]


def _select(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "select")
    call = block.direct(1)
    return [item for item in iterate(ruby, self) if truthy(call(ruby, item))]


def _reject(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "reject")
    call = block.direct(1)
    return [item for item in iterate(ruby, self) if not truthy(call(ruby, item))]


def _find(
    ruby: Interpreter, self: object, if_none: object = None, *, block: Proc | None = None
) -> object:
    if block is None:
        return Enumerator(self, "find")
    call = block.direct(1)
    for item in iterate(ruby, self):
        if truthy(call(ruby, item)):
            return item
    if if_none is None:
        return None
    from duckrow.ruby.dispatch import send

    return send(ruby, if_none, "call")


def _find_index(
    ruby: Interpreter, self: object, wanted: object = MISSING, *, block: Proc | None = None
) -> object:
    if wanted is not MISSING:
        for index, item in enumerate(iterate(ruby, self)):
            if equal(ruby, item, wanted):
                return index
        return None
    if block is None:
        return Enumerator(self, "find_index")
    for index, item in enumerate(iterate(ruby, self)):
        if truthy(block(ruby, item)):
            return index
    return None


def _each_with_index(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(
            self,
            "each_with_index",
            steps=lambda ruby: ([item, index] for index, item in enumerate(iterate(ruby, self))),
        )
    call = block.direct(2)
    for index, item in enumerate(iterate(ruby, self)):
        call(ruby, item, index)
    return self


def _each_with_object(
    ruby: Interpreter, self: object, memo: object, *, block: Proc | None = None
) -> object:
    if block is None:
        return Enumerator(self, "each_with_object", memo)
    call = block.direct(2)
    for item in iterate(ruby, self):
        call(ruby, item, memo)
    return memo


def _reverse_each(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "reverse_each")
    call = block.direct(1)
    for item in reversed(list(iterate(ruby, self))):
        call(ruby, item)
    return self


def _cycle(
    ruby: Interpreter, self: object, count: object = MISSING, *, block: Proc | None = None
) -> object:
    if block is None:
        return Enumerator(self, "cycle", *(() if count is MISSING else (count,)))
    items = list(iterate(ruby, self))
    turns = None if count is MISSING or count is None else to_int(ruby, count)
    while items and (turns is None or turns > 0):
        for item in items:
            ruby.tick()
            block(ruby, item)
        turns = None if turns is None else turns - 1
    return None


# ---- parts


def _first(ruby: Interpreter, self: object, count: object = None) -> object:
    if count is None:
        return next(iterate(ruby, self), None)
    wanted = negative(ruby, count, "attempt to take negative size")
    ruby.check_elements(min(wanted, len(self)) if type(self) is list else min(wanted, 1 << 62))
    return list(islice(iterate(ruby, self), wanted))


def _take(ruby: Interpreter, self: object, count: object) -> list[object]:
    return list(islice(iterate(ruby, self), negative(ruby, count, "attempt to take negative size")))


def _drop(ruby: Interpreter, self: object, count: object) -> list[object]:
    return list(
        islice(iterate(ruby, self), negative(ruby, count, "attempt to drop negative size"), None)
    )


def _take_while(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "take_while")
    made = []
    call = block.direct(1)
    for item in iterate(ruby, self):
        if not truthy(call(ruby, item)):
            break
        made.append(item)
    return made


def _drop_while(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "drop_while")
    items = list(iterate(ruby, self))
    call = block.direct(1)
    for index, item in enumerate(items):
        if not truthy(call(ruby, item)):
            return items[index:]
    return []


def _grep(
    ruby: Interpreter, self: object, pattern: object, *, block: Proc | None = None
) -> list[object]:
    # The block may speak of the match, so it is called before the next one is tried.
    matching = (item for item in iterate(ruby, self) if _matches(ruby, pattern, item))
    return list(matching) if block is None else [block(ruby, item) for item in matching]


def _grep_v(
    ruby: Interpreter, self: object, pattern: object, *, block: Proc | None = None
) -> list[object]:
    found = [item for item in iterate(ruby, self) if not _matches(ruby, pattern, item)]
    return found if block is None else [block(ruby, item) for item in found]


def _matches(ruby: Interpreter, pattern: object, item: object) -> bool:
    return case_equal(ruby, pattern, item)


def _uniq(ruby: Interpreter, self: object, *, block: Proc | None = None) -> list[object]:
    seen: dict[Any, Any] = {}
    for item in iterate(ruby, self):
        seen.setdefault(to_key(item if block is None else block(ruby, item)), item)
    return list(seen.values())


def _compact(ruby: Interpreter, self: object) -> list[object]:
    return [item for item in iterate(ruby, self) if item is not None]


# ---- questions


def _test(ruby: Interpreter, block: Proc | None, pattern: object) -> Callable[[Any], bool]:
    if pattern is not MISSING:
        return lambda item: case_equal(ruby, pattern, item)
    if block is None:
        return truthy
    call = block.direct(1)
    return lambda item: truthy(call(ruby, item))


def _all(
    ruby: Interpreter, self: object, pattern: object = MISSING, *, block: Proc | None = None
) -> bool:
    return all(map(_test(ruby, block, pattern), iterate(ruby, self)))


def _any(
    ruby: Interpreter, self: object, pattern: object = MISSING, *, block: Proc | None = None
) -> bool:
    return any(map(_test(ruby, block, pattern), iterate(ruby, self)))


def _none(
    ruby: Interpreter, self: object, pattern: object = MISSING, *, block: Proc | None = None
) -> bool:
    return not any(map(_test(ruby, block, pattern), iterate(ruby, self)))


def _one(
    ruby: Interpreter, self: object, pattern: object = MISSING, *, block: Proc | None = None
) -> bool:
    found = map(_test(ruby, block, pattern), iterate(ruby, self))
    return any(found) and not any(found)


def _includes(ruby: Interpreter, self: object, wanted: object) -> bool:
    return any(equal(ruby, item, wanted) for item in iterate(ruby, self))


def _count(
    ruby: Interpreter, self: object, wanted: object = MISSING, *, block: Proc | None = None
) -> int:
    if wanted is not MISSING:
        return sum(1 for item in iterate(ruby, self) if equal(ruby, item, wanted))
    if block is None:
        return sum(1 for _ in iterate(ruby, self))
    return sum(1 for item in iterate(ruby, self) if truthy(block(ruby, item)))


def _zip(ruby: Interpreter, self: object, *others: object, block: Proc | None = None) -> object:
    lists = [_zipped(ruby, other) for other in others] if self else []
    made = [
        [item, *(each[index] if index < len(each) else None for each in lists)]
        for index, item in enumerate(iterate(ruby, self))
    ]
    if block is None:
        return made
    for row in made:
        block(ruby, row)
    return None


def _zipped(ruby: Interpreter, other: object) -> list[object]:
    from duckrow.ruby.dispatch import responds_to

    if type(other) is not list and (type(other) is str or not responds_to(ruby, other, "each")):
        raise type_error(f"wrong argument type {class_name(other)} (must respond to :each)")
    return as_list(ruby, other)


def _to_set(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    from duckrow.ruby.core.collections.set_ import SetValue

    return SetValue(
        iterate(ruby, self)
        if block is None
        else (block(ruby, item) for item in iterate(ruby, self))
    )


def _lazy(_ruby: Interpreter, self: object) -> object:
    from duckrow.ruby.core.collections.lazy import Lazy

    return Lazy(lambda ruby: iterate(ruby, self))


METHODS: dict[str, Callable[..., Any]] = {
    **ORDERING,
    **GROUPING,
    **SUMMING,
    "each_entry": _each_entry,
    "map": _map,
    "collect": _map,
    "flat_map": _flat_map,
    "collect_concat": _flat_map,
    "filter_map": _filter_map,
    "select": _select,
    "filter": _select,
    "find_all": _select,
    "reject": _reject,
    "find": _find,
    "detect": _find,
    "find_index": _find_index,
    "each_with_index": _each_with_index,
    "each_with_object": _each_with_object,
    "reverse_each": _reverse_each,
    "cycle": _cycle,
    "first": _first,
    "take": _take,
    "drop": _drop,
    "take_while": _take_while,
    "drop_while": _drop_while,
    "grep": _grep,
    "grep_v": _grep_v,
    "uniq": _uniq,
    "compact": _compact,
    "all?": _all,
    "any?": _any,
    "none?": _none,
    "one?": _one,
    "include?": _includes,
    "member?": _includes,
    "count": _count,
    "zip": _zip,
    "to_a": lambda ruby, self: list(iterate(ruby, self)),
    "entries": lambda ruby, self: list(iterate(ruby, self)),
    "to_set": _to_set,
    "lazy": _lazy,
}
