"""Grouping elements by the result of a block, or by their index."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import case_equal, equal, truthy
from duckrow.ruby.core.collections.iteration import Enumerator, iterate
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _group_by(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "group_by")
    groups: dict[Any, list[object]] = {}
    call = block.direct(1)
    for item in iterate(ruby, self):
        groups.setdefault(to_key(call(ruby, item)), []).append(item)
    return groups


def _partition(ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "partition")
    yes: list[object] = []
    no: list[object] = []
    call = block.direct(1)
    for item in iterate(ruby, self):
        (yes if truthy(call(ruby, item)) else no).append(item)
    return [yes, no]


def _tally(ruby: Interpreter, self: object) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for item in iterate(ruby, self):
        key = to_key(item)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _slices(ruby: Interpreter, self: object, size: int) -> Iterator[list[object]]:
    part: list[object] = []
    for item in iterate(ruby, self):
        part.append(item)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part


def _each_slice(
    ruby: Interpreter, self: object, size: object, *, block: Proc | None = None
) -> object:
    wanted = to_int(ruby, size)
    if wanted <= 0:
        raise argument_error("invalid slice size")
    if block is None:
        return Enumerator(self, "each_slice", size, steps=lambda ruby: _slices(ruby, self, wanted))
    call = block.direct(1)
    for part in _slices(ruby, self, wanted):
        call(ruby, part)
    return self


def _windows(ruby: Interpreter, self: object, size: int) -> Iterator[list[object]]:
    part: list[object] = []
    for item in iterate(ruby, self):
        part = [*part[-size + 1 :], item] if size > 1 else [item]
        if len(part) == size:
            yield part


def _each_cons(
    ruby: Interpreter, self: object, size: object, *, block: Proc | None = None
) -> object:
    wanted = to_int(ruby, size)
    if wanted <= 0:
        raise argument_error("invalid size")
    if block is None:
        return Enumerator(self, "each_cons", size, steps=lambda ruby: _windows(ruby, self, wanted))
    for part in _windows(ruby, self, wanted):
        block(ruby, part)
    return self


def _runs(
    ruby: Interpreter, self: object, splits: Callable[[Any, Any], bool]
) -> Iterator[list[object]]:
    """Split where two neighbours say so."""
    part: list[object] = []
    for item in iterate(ruby, self):
        if part and splits(part[-1], item):
            yield part
            part = []
        part.append(item)
    if part:
        yield part


def _slice_when(_ruby: Interpreter, self: object, *, block: Proc) -> Enumerator:
    return Enumerator(
        self,
        "slice_when",
        steps=lambda ruby: _runs(ruby, self, lambda one, two: truthy(block(ruby, one, two))),
    )


def _chunk_while(_ruby: Interpreter, self: object, *, block: Proc) -> Enumerator:
    return Enumerator(
        self,
        "chunk_while",
        steps=lambda ruby: _runs(ruby, self, lambda one, two: not truthy(block(ruby, one, two))),
    )


def _chunks(ruby: Interpreter, self: object, block: Proc) -> Iterator[list[object]]:
    current: Any = MISSING
    part: list[object] = []
    for item in iterate(ruby, self):
        key = block(ruby, item)
        is_dropped = key is None or (type(key) is Symbol and key.name == "_separator")
        is_alone = type(key) is Symbol and key.name == "_alone"
        if part and (is_dropped or is_alone or not equal(ruby, key, current)):
            yield [current, part]
            part = []
        if is_dropped:
            continue
        if is_alone:
            yield [key, [item]]
            continue
        current = key
        part.append(item)
    if part:
        yield [current, part]


def _chunk(_ruby: Interpreter, self: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "chunk")
    return Enumerator(self, "chunk", steps=lambda ruby: _chunks(ruby, self, block))


def _before(
    ruby: Interpreter, self: object, starts: Callable[[Any], bool]
) -> Iterator[list[object]]:
    part: list[object] = []
    for item in iterate(ruby, self):
        if part and starts(item):
            yield part
            part = []
        part.append(item)
    if part:
        yield part


def _after(ruby: Interpreter, self: object, ends: Callable[[Any], bool]) -> Iterator[list[object]]:
    part: list[object] = []
    for item in iterate(ruby, self):
        part.append(item)
        if ends(item):
            yield part
            part = []
    if part:
        yield part


def _slice_before(
    _ruby: Interpreter, self: object, pattern: object = MISSING, *, block: Proc | None = None
) -> Enumerator:
    return Enumerator(
        self, "slice_before", steps=lambda ruby: _before(ruby, self, _asked(ruby, pattern, block))
    )


def _slice_after(
    _ruby: Interpreter, self: object, pattern: object = MISSING, *, block: Proc | None = None
) -> Enumerator:
    return Enumerator(
        self, "slice_after", steps=lambda ruby: _after(ruby, self, _asked(ruby, pattern, block))
    )


def _asked(ruby: Interpreter, pattern: object, block: Proc | None) -> Callable[[Any], bool]:
    if block is None:
        if pattern is MISSING:
            raise argument_error("wrong number of arguments (given 0, expected 1)")
        return lambda item: case_equal(ruby, pattern, item)
    return lambda item: truthy(block(ruby, item))


METHODS: dict[str, Callable[..., object]] = {
    "group_by": _group_by,
    "partition": _partition,
    "tally": _tally,
    "each_slice": _each_slice,
    "each_cons": _each_cons,
    "slice_when": _slice_when,
    "chunk_while": _chunk_while,
    "chunk": _chunk,
    "slice_before": _slice_before,
    "slice_after": _slice_after,
}
