"""filter(iterable) |$x| { }: return the elements for which a block returns true."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import gathered, is_hash_style
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _key_and_value(_scope: Scope, hash_: dict[object, object], block: Block) -> object:
    call, found = block.call, {}
    for key, value in hash_.items():
        answer = call(from_key(key), value)
        if answer is not None and answer is not False:
            found[key] = value
    return found


def _entry(_scope: Scope, hash_: dict[object, object], block: Block) -> object:
    call, found = block.call, {}
    for key, value in hash_.items():
        answer = call([from_key(key), value])
        if answer is not None and answer is not False:
            found[key] = value
    return found


def _index_and_element(_scope: Scope, iterable: object, block: Block) -> object:
    call = block.call
    if is_hash_style(iterable):
        return _entries(iterable, block)
    found = []
    try:
        for index, item in enumerate(gathered(iterable)):
            answer = call(index, item)
            if answer is not None and answer is not False:
                found.append(item)
    except BreakJump:
        pass
    return found


def _entries(iterable: object, block: Block) -> dict[object, object]:
    call, found = block.call, {}
    try:
        for key, value in gathered(iterable):
            answer = call(key, value)
            if answer is not None and answer is not False:
                found[to_key(key)] = value
    except BreakJump:
        pass
    return found


def _element(_scope: Scope, iterable: object, block: Block) -> object:
    call, found = block.call, []
    try:
        for item in gathered(iterable):
            answer = call(item)
            if answer is not None and answer is not False:
                found.append(item)
    except BreakJump:
        pass
    return found


FILTER = Function(
    "filter",
    Form("Hash[Any, Any] hash", "&Callable[2, 2] block", run=_key_and_value),
    Form("Hash[Any, Any] hash", "&Callable[1, 1] block", run=_entry),
    Form("Iterable enumerable", "&Callable[2, 2] block", run=_index_and_element),
    Form("Iterable enumerable", "&Callable[1, 1] block", run=_element),
)
