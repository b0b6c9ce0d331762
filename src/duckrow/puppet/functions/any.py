"""any(iterable) |$x| { }: tells whether a block is true for at least one element."""

from __future__ import annotations

from duckrow.puppet.functions.truth import answers, answers_of_hash
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _key_and_value(_scope: Scope, hash_: dict[Any, Any], block: Block) -> bool:
    return any(answer for _, answer in answers_of_hash(hash_, block, 2))


def _entry(_scope: Scope, hash_: dict[Any, Any], block: Block) -> bool:
    return any(answer for _, answer in answers_of_hash(hash_, block, 1))


def _index_and_element(_scope: Scope, iterable: Any, block: Block) -> bool:
    return any(answer for _, answer in answers(iterable, block, 2))


def _element(_scope: Scope, iterable: Any, block: Block) -> bool:
    return any(answer for _, answer in answers(iterable, block, 1))


FUNCTION = Function(
    "any",
    Form("Hash[Any, Any] hash", "&Callable[2, 2] block", run=_key_and_value),
    Form("Hash[Any, Any] hash", "&Callable[1, 1] block", run=_entry),
    Form("Iterable enumerable", "&Callable[2, 2] block", run=_index_and_element),
    Form("Iterable enumerable", "&Callable[1, 1] block", run=_element),
)
