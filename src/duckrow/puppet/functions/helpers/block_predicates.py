"""Call a block as a predicate for each element: for all, any, index and unique.

A block with two parameters receives the key and the value of a hash entry, otherwise the index and
the element. break() ends the iteration only for numbers and stepped iterators, as in Puppet;
elsewhere it ends the enclosing iteration.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.iterators import Iterator, is_hash_style, restarted
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator as Stream
    from typing import Any

    from duckrow.puppet.runtime.block import Block

_NEVER_LOOPED = frozenset((list, dict, str))


def ends_at_break(value: Any) -> bool:
    """Return whether break() ends an iteration over this value."""
    kind: type = type(value)
    if kind in _NEVER_LOOPED:
        return False
    if isinstance(value, Iterator):
        return value.is_shared
    if kind is int:
        return bool(value > 0)
    from duckrow.puppet.types.model.alias import AliasType, unalias
    from duckrow.puppet.types.model.numbers import IntegerType

    return isinstance(unalias(value) if isinstance(value, AliasType) else value, IntegerType)


def answers(iterable: object, block: Block, count: int) -> Stream[tuple[object, bool]]:
    """Yield the index of each element and whether the block returns true for it."""
    stream = _answers(iterable, block, count)
    return _until_break(stream) if ends_at_break(iterable) else stream


def _answers(iterable: object, block: Block, count: int) -> Stream[tuple[object, bool]]:
    call = block.call
    if count == 1:
        for index, item in enumerate(restarted(iterable)):
            answer = call(item)
            yield index, answer is not None and answer is not False
    elif is_hash_style(iterable):
        for key, value in restarted(iterable):
            answer = call(key, value)
            yield key, answer is not None and answer is not False
    else:
        for index, item in enumerate(restarted(iterable)):
            answer = call(index, item)
            yield index, answer is not None and answer is not False


def _until_break(stream: Stream[tuple[object, bool]]) -> Stream[tuple[object, bool]]:
    try:
        yield from stream
    except BreakJump:
        return


def answers_of_hash(
    hash_: dict[object, object], block: Block, count: int
) -> Stream[tuple[object, bool]]:
    """Yield each key of a hash and whether the block returns true for its entry."""
    call = block.call
    for key, value in hash_.items():
        key = from_key(key)
        answer = call([key, value]) if count == 1 else call(key, value)
        yield key, answer is not None and answer is not False
