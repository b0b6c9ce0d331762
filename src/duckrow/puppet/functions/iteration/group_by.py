"""group_by(collection) |$x| { }: group elements into arrays by the value that a block returns."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import pairs
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _grouped(groups: Iterable[object], items: Iterable[object]) -> dict[object, list[object]]:
    found: dict[Any, list[Any]] = {}
    for group, item in zip(groups, items, strict=True):
        found.setdefault(to_key(group), []).append(item)
    return found


def _items(collection: Any) -> list[Any]:
    return pairs(collection) if collection.__class__ is dict else collection


def _by_item(_scope: Scope, collection: object, block: Block) -> dict[Any, Any]:
    items = _items(collection)
    return _grouped(map(block.call, items), items)


def _by_position(_scope: Scope, array: list[object], block: Block) -> dict[Any, Any]:
    return _grouped(map(block.call, range(len(array)), array), array)


def _by_entry(_scope: Scope, hash_: dict[object, object], block: Block) -> dict[Any, Any]:
    entries = pairs(hash_)
    return _grouped((block.call(key, value) for key, value in entries), entries)


GROUP_BY = Function(
    "group_by",
    Form("Collection collection", "&Callable[1, 1] block", run=_by_item),
    Form("Array array", "&Callable[2, 2] block", run=_by_position),
    Form("Collection collection", "&Callable[2, 2] block", run=_by_entry),
)
