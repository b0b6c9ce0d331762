"""unique(value) |$x| { }: remove duplicates; a block may return the key to compare."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.block_predicates import ends_at_break
from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import restarted
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _unique(items: str | list[object], block: Block | None) -> list[Any]:
    if len(items) < 2:
        return list(items)  # the block is not called for a single element
    found: dict[Any, Any] = {}
    _collect(items, block, found)
    return list(found.values())


def _collect(items: Iterable[object], block: Block | None, found: dict[object, object]) -> None:
    for item in items:
        found.setdefault(to_key(item if block is None else block(item)), item)


def _text(_scope: Scope, text: str, block: Block | None = None) -> str:
    return "".join(_unique(text, block))


def _hash(
    _scope: Scope, hash_: dict[object, object], block: Block | None = None
) -> dict[object, object]:
    groups: dict[Any, tuple[list[Any], list[Any]]] = {}
    for key, value in hash_.items():
        same = to_key(value if block is None else block(value))
        keys, values = groups.setdefault(same, ([], []))
        keys.append(from_key(key))
        values.append(value)
    return {to_key(keys): _unique(values, None) for keys, values in groups.values()}


def _array(_scope: Scope, array: list[object], block: Block | None = None) -> list[object]:
    return _unique(array, block)


def _items(_scope: Scope, items: object, block: Block | None = None) -> list[object]:
    found: dict[Any, Any] = {}
    try:
        _collect(restarted(items), block, found)
    except BreakJump:
        if not ends_at_break(items):
            raise
    return list(found.values())


UNIQUE = Function(
    "unique",
    Form("String string", "&?Callable[String] block", run=_text),
    Form("Hash hash", "&?Callable[Any] block", run=_hash),
    Form("Array array", "&?Callable[Any] block", run=_array),
    Form("Iterable iterable", "&?Callable[Any] block", run=_items),
)
