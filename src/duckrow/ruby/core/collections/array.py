"""The methods of arrays that return elements or new arrays; `array_more` has the others."""

from __future__ import annotations

from functools import partial

from duckrow.ruby.core.arguments import negative, range_bounds, to_ary
from duckrow.ruby.core.basics import compare, equal, inspect, to_s, truthy
from duckrow.ruby.core.collections.iteration import Enumerator
from duckrow.ruby.core.convert import to_int, to_str
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error, type_error
from duckrow.ruby.values.class_names import class_name, conversion_name
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc, Range
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

    List = list[Any]


def _each(ruby: Interpreter, self: List, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "each")
    call = block.direct(1)
    for item in self:
        call(ruby, item)
    return self


def _each_index(ruby: Interpreter, self: List, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "each_index")
    call = block.direct(1)
    for index in range(len(self)):
        call(ruby, index)
    return self


# ---- elements


def element(ruby: Interpreter, self: List, at: object, count: object = MISSING) -> Any:
    """Return array[at], array[start, count] or array[range]."""
    if count is not MISSING:
        start, length = to_int(ruby, at), to_int(ruby, count)
        if start < 0:
            start += len(self)
        if start < 0 or start > len(self) or length < 0:
            return None
        return self[start : start + length]
    if type(at) is Range:
        bounds = range_bounds(ruby, at, len(self))
        return None if bounds is None else self[bounds[0] : bounds[0] + bounds[1]]
    index = to_int(ruby, at)
    return self[index] if -len(self) <= index < len(self) else None


def _fetch(
    ruby: Interpreter,
    self: List,
    at: object,
    default: object = MISSING,
    *,
    block: Proc | None = None,
) -> Any:
    index = to_int(ruby, at)
    size = len(self)
    if -size <= index < size:
        return self[index]
    if block is not None:
        return block(ruby, at)
    if default is not MISSING:
        return default
    raise RubyError("IndexError", f"index {index} outside of array bounds: {-size}...{size}")


def _dig(ruby: Interpreter, self: List, at: object, *rest: object) -> Any:
    found = element(ruby, self, at)
    return dig_on(ruby, found, rest)


def dig_on(ruby: Interpreter, found: object, rest: tuple[object, ...]) -> Any:
    """Continue `dig` in the value found so far."""
    if not rest or found is None:
        return found
    from duckrow.ruby.dispatch import responds_to, send

    if not responds_to(ruby, found, "dig"):
        raise type_error(f"{class_name(found)} does not have #dig method")
    return send(ruby, found, "dig", *rest)


def _values_at(ruby: Interpreter, self: List, *positions: object) -> List:
    made: List = []
    for at in positions:
        if type(at) is Range:
            start = 0 if at.first is None else to_int(ruby, at.first)
            start += len(self) if start < 0 else 0
            if start < 0:
                from duckrow.ruby.core.collections.range import shown

                raise RubyError("RangeError", f"{shown(ruby, at)} out of range")
            end = -1 if at.last is None else to_int(ruby, at.last)
            end = end + len(self) if end < 0 else end
            end += 0 if at.excludes_last and at.last is not None else 1
            ruby.check_elements(end - start)
            made += [self[i] if i < len(self) else None for i in range(start, end)]
        else:
            made.append(element(ruby, self, at))
    return made


def _first(ruby: Interpreter, self: List, count: object = MISSING) -> Any:
    if count is MISSING:
        return self[0] if self else None
    return self[: negative(ruby, count, "negative array size")]


def _last(ruby: Interpreter, self: List, count: object = MISSING) -> Any:
    if count is MISSING:
        return self[-1] if self else None
    wanted = negative(ruby, count, "negative array size")
    return self[-wanted:] if wanted else []


def _take(ruby: Interpreter, self: List, count: object) -> List:
    return self[: negative(ruby, count, "attempt to take negative size")]


def _drop(ruby: Interpreter, self: List, count: object) -> List:
    return self[negative(ruby, count, "attempt to drop negative size") :]


def _index(
    ruby: Interpreter, self: List, wanted: object = MISSING, *, block: Proc | None = None
) -> Any:
    if wanted is MISSING and block is None:
        return Enumerator(self, "index")
    for index, item in enumerate(self):
        if equal(ruby, item, wanted) if wanted is not MISSING else truthy(block(ruby, item)):  # type: ignore[misc]
            return index
    return None


def _rindex(
    ruby: Interpreter, self: List, wanted: object = MISSING, *, block: Proc | None = None
) -> Any:
    if wanted is MISSING and block is None:
        return Enumerator(self, "rindex")
    for index in range(len(self) - 1, -1, -1):
        item = self[index]
        if equal(ruby, item, wanted) if wanted is not MISSING else truthy(block(ruby, item)):  # type: ignore[misc]
            return index
    return None


def _assoc(ruby: Interpreter, self: List, wanted: object) -> Any:
    pairs = (item for item in self if type(item) is list and item)
    return next((pair for pair in pairs if equal(ruby, pair[0], wanted)), None)


def _rassoc(ruby: Interpreter, self: List, wanted: object) -> Any:
    pairs = (item for item in self if type(item) is list and len(item) > 1)
    return next((pair for pair in pairs if equal(ruby, pair[1], wanted)), None)


def _bsearch(ruby: Interpreter, self: List, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "bsearch")
    low, high = 0, len(self)
    found = None
    while low < high:
        middle = (low + high) // 2
        answer = block(ruby, self[middle])
        if answer is True or (type(answer) in (int, float) and answer == 0):
            found = self[middle]
            if answer is not True:
                return found
            high = middle
        elif answer is None or answer is False:
            low = middle + 1
        elif type(answer) in (int, float):
            low, high = (low, middle) if answer < 0 else (middle + 1, high)
        else:
            raise type_error(
                f"wrong argument type {class_name(answer)} (must be numeric, true, false or nil)"
            )
    return found


# ---- arithmetic


def _plus(ruby: Interpreter, self: List, other: object) -> List:
    more = to_ary(ruby, other)
    ruby.check_elements(len(self) + len(more))
    return self + more


def _minus(ruby: Interpreter, self: List, *others: object) -> List:
    made = self
    for other in others:
        gone = set(map(to_key, to_ary(ruby, other)))
        made = [item for item in made if to_key(item) not in gone]
    return list(made)


def _times(ruby: Interpreter, self: List, count: object) -> Any:
    if type(count) is str:
        return join(ruby, self, count)
    number = to_int(ruby, count)
    if number < 0:
        raise argument_error("negative argument")
    ruby.check_elements(len(self) * number)
    return self * number


def _and(ruby: Interpreter, self: List, *others: object) -> List:
    seen: dict[Any, Any] = {}
    for item in self:
        seen.setdefault(to_key(item), item)
    for other in others:
        kept = set(map(to_key, to_ary(ruby, other)))
        seen = {key: item for key, item in seen.items() if key in kept}
    return list(seen.values())


def _or(ruby: Interpreter, self: List, *others: object) -> List:
    seen: dict[Any, Any] = {}
    for each in (self, *map(partial(to_ary, ruby), others)):
        for item in each:
            seen.setdefault(to_key(item), item)
    return list(seen.values())


def _compare(ruby: Interpreter, self: List, other: object) -> int | None:
    return compare(ruby, self, other) if type(other) is list else None


# ---- new arrays


def join(ruby: Interpreter, self: List, separator: object = None) -> str:
    """Write the elements one after the other, those of arrays inside as well."""
    if separator is None or not self:
        separator = ""
    elif not isinstance(separator, str):
        raise type_error(f"no implicit conversion of {conversion_name(separator)} into String")
    try:
        made = str(separator.join(self))
    except TypeError:
        made = str(separator.join(_texts(ruby, self, separator, 0)))
    ruby.check_size(len(made))
    return made


def _texts(ruby: Interpreter, items: List, separator: str, depth: int) -> List:
    if depth > 100:
        raise argument_error("recursive array join")
    return [
        separator.join(_texts(ruby, item, separator, depth + 1))
        if type(item) is list
        else to_s(ruby, item)
        for item in items
    ]


def flattened(items: List, depth: int = -1) -> List:
    """Return the elements with those of arrays inside, so many levels deep; -1 is all."""
    made: List = []
    for item in items:
        if isinstance(item, list) and depth != 0:
            made += flattened(item, depth - 1)
        else:
            made.append(item)
    return made


def _flatten(ruby: Interpreter, self: List, depth: object = None) -> List:
    return flattened(self, -1 if depth is None else to_int(ruby, depth))


def _transpose(ruby: Interpreter, self: List) -> List:
    rows = [to_ary(ruby, item) for item in self]
    if not rows:
        return []
    for row in rows:
        if len(row) != len(rows[0]):
            raise RubyError(
                "IndexError", f"element size differs ({len(row)} should be {len(rows[0])})"
            )
    return [list(column) for column in zip(*rows, strict=True)]


def _rotate(ruby: Interpreter, self: List, count: object = 1) -> List:
    if not self:
        return []
    at = to_int(ruby, count) % len(self)
    return self[at:] + self[:at]


def _reverse(_ruby: Interpreter, self: List) -> List:
    return self[::-1]


def _check_chance(ruby: Interpreter) -> None:
    if not ruby.host.has_machine:
        raise UnsupportedError("sample and shuffle (chance would make each catalog another)")


def _shuffle(ruby: Interpreter, self: List, *_: object) -> List:
    _check_chance(ruby)
    from duckrow.ruby.library.random_ import shuffled

    return shuffled(ruby, self)


def _shuffle_self(ruby: Interpreter, self: List, *_: object) -> List:
    self[:] = _shuffle(ruby, self)
    return self


def _sample(ruby: Interpreter, self: List, *count: object) -> Any:
    from duckrow.ruby.library.random_ import everybodys

    seeded = everybodys(ruby)
    if seeded is not None and self:
        if count:
            raise UnsupportedError("sample of several after srand")
        return self[seeded.below(len(self))]
    mixed = _shuffle(ruby, self)
    if count and not isinstance(count[0], dict):
        return mixed[: to_int(ruby, count[0])]
    return mixed[0] if mixed else None


def _pack(ruby: Interpreter, self: List, template: object, *_: object) -> str:
    from duckrow.ruby.core.text.pack import pack

    return pack(ruby, self, to_str(ruby, template))


def _shell_join(ruby: Interpreter, self: List) -> str:
    from duckrow.ruby.library.escapes import shell_join

    return shell_join(ruby, self)


METHODS: dict[str, Callable[..., Any]] = {
    "each": _each,
    "each_index": _each_index,
    "[]": element,
    "slice": element,
    "at": lambda ruby, self, at: element(ruby, self, to_int(ruby, at)),
    "fetch": _fetch,
    "dig": _dig,
    "values_at": _values_at,
    "first": _first,
    "last": _last,
    "take": _take,
    "drop": _drop,
    "index": _index,
    "find_index": _index,
    "rindex": _rindex,
    "assoc": _assoc,
    "rassoc": _rassoc,
    "bsearch": _bsearch,
    "length": lambda _ruby, self: len(self),
    "size": lambda _ruby, self: len(self),
    "empty?": lambda _ruby, self: not self,
    "+": _plus,
    "-": _minus,
    "difference": _minus,
    "*": _times,
    "&": _and,
    "intersection": _and,
    "intersect?": lambda ruby, self, other: bool(_and(ruby, self, other)),
    "|": _or,
    "union": _or,
    "<=>": _compare,
    "join": join,
    "flatten": _flatten,
    "transpose": _transpose,
    "rotate": _rotate,
    "reverse": _reverse,
    "sample": _sample,
    "shuffle": _shuffle,
    "shuffle!": _shuffle_self,
    "pack": _pack,
    "shelljoin": _shell_join,
    "to_a": lambda _ruby, self: self if type(self) is list else list(self),
    "to_ary": lambda _ruby, self: self,
    "entries": lambda _ruby, self: list(self),
    "to_s": inspect,
    "inspect": inspect,
}
