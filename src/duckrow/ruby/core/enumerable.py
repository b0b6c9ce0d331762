"""What can be asked of everything that can be gone through: arrays, hashes, ranges, sets.

Without a block most of these give an Enumerator. `ordering` and `grouping` hold what sorts and what
makes groups.
"""

from __future__ import annotations

from itertools import islice

from duckrow.ruby.core.arguments import negative, to_int
from duckrow.ruby.core.basics import case_equal, class_name, equal, truthy
from duckrow.ruby.core.grouping import METHODS as GROUPING
from duckrow.ruby.core.iteration import Enumerator, as_list, iterate, taking
from duckrow.ruby.core.ordering import METHODS as ORDERING
from duckrow.ruby.core.summing import METHODS as SUMMING
from duckrow.ruby.errors import type_error
from duckrow.ruby.state import check_elements, tick
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _each_entry(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "each_entry")
    for item in iterate(self):
        block(item)
    return self


def _map(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "map")
    return list(map(taking(block, 1), iterate(self)))


def _flat_map(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "flat_map")
    made: list[Any] = []
    call = taking(block, 1)
    for item in iterate(self):
        result = call(item)
        if type(result) is list:
            made += result
        else:
            made.append(result)
    return made


def _filter_map(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "filter_map")
    return [made for item in iterate(self) if truthy(made := block(item))]


def _select(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "select")
    call = taking(block, 1)
    return [item for item in iterate(self) if truthy(call(item))]


def _reject(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "reject")
    call = taking(block, 1)
    return [item for item in iterate(self) if not truthy(call(item))]


def _find(self: Any, if_none: Any = None, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "find")
    call = taking(block, 1)
    for item in iterate(self):
        if truthy(call(item)):
            return item
    if if_none is None:
        return None
    from duckrow.ruby.dispatch import send

    return send(if_none, "call")


def _find_index(self: Any, wanted: Any = MISSING, *, block: Proc | None = None) -> Any:
    if wanted is not MISSING:
        for index, item in enumerate(iterate(self)):
            if equal(item, wanted):
                return index
        return None
    if block is None:
        return Enumerator(self, "find_index")
    for index, item in enumerate(iterate(self)):
        if truthy(block(item)):
            return index
    return None


def _each_with_index(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(
            self,
            "each_with_index",
            steps=lambda: ([item, index] for index, item in enumerate(iterate(self))),
        )
    call = taking(block, 2)
    for index, item in enumerate(iterate(self)):
        call(item, index)
    return self


def _each_with_object(self: Any, memo: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "each_with_object", memo)
    call = taking(block, 2)
    for item in iterate(self):
        call(item, memo)
    return memo


def _reverse_each(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "reverse_each")
    for item in reversed(list(iterate(self))):
        block(item)
    return self


def _cycle(self: Any, count: Any = MISSING, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "cycle", *(() if count is MISSING else (count,)))
    items = list(iterate(self))
    turns = None if count is MISSING or count is None else to_int(count)
    while items and (turns is None or turns > 0):
        for item in items:
            tick()
            block(item)
        turns = None if turns is None else turns - 1
    return None


# ---- parts


def _first(self: Any, count: Any = None) -> Any:
    if count is None:
        return next(iterate(self), None)
    wanted = negative(count, "attempt to take negative size")
    check_elements(min(wanted, len(self)) if type(self) is list else min(wanted, 1 << 62))
    return list(islice(iterate(self), wanted))


def _take(self: Any, count: Any) -> list[Any]:
    return list(islice(iterate(self), negative(count, "attempt to take negative size")))


def _drop(self: Any, count: Any) -> list[Any]:
    return list(islice(iterate(self), negative(count, "attempt to drop negative size"), None))


def _take_while(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "take_while")
    made = []
    for item in iterate(self):
        if not truthy(block(item)):
            break
        made.append(item)
    return made


def _drop_while(self: Any, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "drop_while")
    items = list(iterate(self))
    for index, item in enumerate(items):
        if not truthy(block(item)):
            return items[index:]
    return []


def _grep(self: Any, pattern: Any, *, block: Proc | None = None) -> list[Any]:
    # The block may speak of the match, so it is called before the next one is tried.
    matching = (item for item in iterate(self) if _matches(pattern, item))
    return list(matching) if block is None else [block(item) for item in matching]


def _grep_v(self: Any, pattern: Any, *, block: Proc | None = None) -> list[Any]:
    found = [item for item in iterate(self) if not _matches(pattern, item)]
    return found if block is None else [block(item) for item in found]


def _matches(pattern: Any, item: Any) -> bool:
    return case_equal(pattern, item)


def _uniq(self: Any, *, block: Proc | None = None) -> list[Any]:
    seen: dict[Any, Any] = {}
    for item in iterate(self):
        seen.setdefault(to_key(item if block is None else block(item)), item)
    return list(seen.values())


def _compact(self: Any) -> list[Any]:
    return [item for item in iterate(self) if item is not None]


# ---- questions


def _test(block: Proc | None, pattern: Any) -> Callable[[Any], bool]:
    if pattern is not MISSING:
        return lambda item: case_equal(pattern, item)
    if block is None:
        return truthy
    call = taking(block, 1)
    return lambda item: truthy(call(item))


def _all(self: Any, pattern: Any = MISSING, *, block: Proc | None = None) -> bool:
    return all(map(_test(block, pattern), iterate(self)))


def _any(self: Any, pattern: Any = MISSING, *, block: Proc | None = None) -> bool:
    return any(map(_test(block, pattern), iterate(self)))


def _none(self: Any, pattern: Any = MISSING, *, block: Proc | None = None) -> bool:
    return not any(map(_test(block, pattern), iterate(self)))


def _one(self: Any, pattern: Any = MISSING, *, block: Proc | None = None) -> bool:
    found = map(_test(block, pattern), iterate(self))
    return any(found) and not any(found)


def _includes(self: Any, wanted: Any) -> bool:
    return any(equal(item, wanted) for item in iterate(self))


def _count(self: Any, wanted: Any = MISSING, *, block: Proc | None = None) -> int:
    if wanted is not MISSING:
        return sum(1 for item in iterate(self) if equal(item, wanted))
    if block is None:
        return sum(1 for _ in iterate(self))
    return sum(1 for item in iterate(self) if truthy(block(item)))


def _zip(self: Any, *others: Any, block: Proc | None = None) -> Any:
    lists = [_zipped(other) for other in others] if self else []
    made = [
        [item, *(each[index] if index < len(each) else None for each in lists)]
        for index, item in enumerate(iterate(self))
    ]
    if block is None:
        return made
    for row in made:
        block(row)
    return None


def _zipped(other: Any) -> list[Any]:
    from duckrow.ruby.dispatch import responds_to

    if type(other) is not list and (type(other) is str or not responds_to(other, "each")):
        raise type_error(f"wrong argument type {class_name(other)} (must respond to :each)")
    return as_list(other)


def _to_set(self: Any, *, block: Proc | None = None) -> Any:
    from duckrow.ruby.core.set_ import SetValue

    return SetValue(iterate(self) if block is None else (block(item) for item in iterate(self)))


def _lazy(self: Any) -> Any:
    from duckrow.ruby.core.lazy import Lazy

    return Lazy(lambda: iterate(self))


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
    "to_a": lambda self: list(iterate(self)),
    "entries": lambda self: list(iterate(self)),
    "to_set": _to_set,
    "lazy": _lazy,
}
