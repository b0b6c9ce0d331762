"""each(iterable) |$x| { }: call a block for every element and return the iterable."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import is_hash_style, pairs, stream
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _key_and_value(_scope: Scope, hash_: dict[object, object], block: Block) -> object:
    call = block.call
    try:
        for key, value in hash_.items():
            call(from_key(key), value)
    except BreakJump:
        pass
    return hash_


def _entry(_scope: Scope, hash_: dict[object, object], block: Block) -> object:
    call = block.call
    try:
        for entry in pairs(hash_):
            call(entry)
    except BreakJump:
        pass
    return hash_


def _index_and_element(_scope: Scope, iterable: object, block: Block) -> object:
    call = block.call
    entries = stream(iterable) if is_hash_style(iterable) else enumerate(stream(iterable))
    try:
        for index, item in entries:
            call(index, item)
    except BreakJump:
        pass
    return iterable


def _element(_scope: Scope, iterable: object, block: Block) -> object:
    call = block.call
    try:
        for item in stream(iterable):
            call(item)
    except BreakJump:
        pass
    return iterable


EACH = Function(
    "each",
    Form("Hash[Any, Any] hash", "&Callable[2, 2] block", run=_key_and_value),
    Form("Hash[Any, Any] hash", "&Callable[1, 1] block", run=_entry),
    Form("Iterable enumerable", "&Callable[2, 2] block", run=_index_and_element),
    Form("Iterable enumerable", "&Callable[1, 1] block", run=_element),
)
