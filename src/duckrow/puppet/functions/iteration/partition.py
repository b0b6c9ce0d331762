"""partition(collection) |$x| { }: split elements by the result of a block."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _parted(answers: Iterable[Any], items: Iterable[Any]) -> list[list[object]]:
    yes: list[Any] = []
    no: list[Any] = []
    for answer, item in zip(answers, items, strict=True):
        (no if answer is None or answer is False else yes).append(item)
    return [yes, no]


def _by_item(_scope: Scope, collection: Any, block: Block) -> list[Any]:
    items = pairs(collection) if collection.__class__ is dict else collection
    return _parted(map(block.call, items), items)


def _by_position(_scope: Scope, array: list[object], block: Block) -> list[Any]:
    return _parted(map(block.call, range(len(array)), array), array)


def _by_entry(_scope: Scope, hash_: dict[object, object], block: Block) -> list[Any]:
    entries = pairs(hash_)
    return _parted((block.call(key, value) for key, value in entries), entries)


PARTITION = Function(
    "partition",
    Form("Collection collection", "&Callable[1, 1] block", run=_by_item),
    Form("Array array", "&Callable[2, 2] block", run=_by_position),
    Form("Collection collection", "&Callable[2, 2] block", run=_by_entry),
)
