"""index(iterable, value) |$x| { }: return the index or key of the first match."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.block_predicates import answers
from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import is_hash_style, restarted, stream
from duckrow.ruby.values.compare import is_equal
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.regexp import RubyRegexp


def _key_and_value(_scope: Scope, hash_: dict[object, object], block: Block) -> object:
    for key, value in hash_.items():
        answer = block.call(from_key(key), value)
        if answer is not None and answer is not False:
            return from_key(key)
    return None


def _value(_scope: Scope, hash_: dict[object, object], block: Block) -> object:
    for key, value in hash_.items():
        answer = block.call(value)
        if answer is not None and answer is not False:
            return from_key(key)
    return None


def _index_and_element(_scope: Scope, iterable: object, block: Block) -> object:
    if is_hash_style(iterable):
        return _in_entries(iterable, block.call)
    return next((position for position, answer in answers(iterable, block, 2) if answer), None)


def _element(_scope: Scope, iterable: object, block: Block) -> object:
    if is_hash_style(iterable):
        return _in_entries(iterable, lambda _key, value: block.call(value))
    return next((position for position, answer in answers(iterable, block, 1) if answer), None)


def _in_entries(iterable: Any, ask: Any) -> object:
    try:
        for key, value in stream(iterable):
            answer = ask(key, value)
            if answer is not None and answer is not False:
                return key
    except BreakJump:
        pass
    return None


def _in_text(_scope: Scope, text: str, wanted: str | RubyRegexp) -> int | None:
    if isinstance(wanted, str):
        position = text.find(wanted)
        return None if position < 0 else position
    found = wanted.search(text)
    return None if found is None else found.start()


def _of_value(_scope: Scope, iterable: object, wanted: object) -> object:
    if is_hash_style(iterable) or iterable.__class__ is dict:
        entries = stream(iterable)
        return next((key for key, value in entries if is_equal(value, wanted)), None)
    items = enumerate(restarted(iterable))
    return next((position for position, item in items if is_equal(item, wanted)), None)


INDEX = Function(
    "index",
    Form("Hash[Any, Any] hash", "&Callable[2, 2] block", run=_key_and_value),
    Form("Hash[Any, Any] hash", "&Callable[1, 1] block", run=_value),
    Form("Iterable enumerable", "&Callable[2, 2] block", run=_index_and_element),
    Form("Iterable enumerable", "&Callable[1, 1] block", run=_element),
    Form("String str", "Variant[String, Regexp] match", run=_in_text),
    Form("Iterable enumerable", "Any match", run=_of_value),
)
