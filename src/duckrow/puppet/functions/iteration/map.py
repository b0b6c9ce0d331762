"""map(iterable) |$x| { }: return an array of the results of a block for every element."""

from __future__ import annotations

from itertools import count

from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import gathered, is_hash_style, pairs
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _until_break(results: Iterable[object]) -> list[object]:
    found: list[Any] = []
    try:
        found.extend(results)
    except BreakJump:
        return found  # the results so far
    return found


def _key_and_value(_scope: Scope, hash_: dict[object, object], block: Block) -> object:
    return _until_break(map(block.call, map(from_key, hash_), hash_.values()))


def _entry(_scope: Scope, hash_: dict[object, object], block: Block) -> object:
    return _until_break(map(block.call, pairs(hash_)))


def _index_and_element(_scope: Scope, iterable: Any, block: Block) -> object:
    if is_hash_style(iterable):
        return [block.call(key, value) for key, value in iterable]
    return _until_break(map(block.call, count(), gathered(iterable)))


def _element(_scope: Scope, iterable: object, block: Block) -> object:
    return _until_break(map(block.call, gathered(iterable)))


MAP = Function(
    "map",
    Form("Hash[Any, Any] hash", "&Callable[2, 2] block", run=_key_and_value),
    Form("Hash[Any, Any] hash", "&Callable[1, 1] block", run=_entry),
    Form("Iterable enumerable", "&Callable[2, 2] block", run=_index_and_element),
    Form("Iterable enumerable", "&Callable[1, 1] block", run=_element),
)
