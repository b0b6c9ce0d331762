"""all(iterable) and any(iterable): return whether a block is true for all or for any elements."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.block_predicates import answers, answers_of_hash
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _all_key_and_value(_scope: Scope, hash_: dict[object, object], block: Block) -> bool:
    return all(answer for _, answer in answers_of_hash(hash_, block, 2))


def _all_entry(_scope: Scope, hash_: dict[object, object], block: Block) -> bool:
    return all(answer for _, answer in answers_of_hash(hash_, block, 1))


def _all_index_and_element(_scope: Scope, iterable: object, block: Block) -> bool:
    return all(answer for _, answer in answers(iterable, block, 2))


def _all_element(_scope: Scope, iterable: object, block: Block) -> bool:
    return all(answer for _, answer in answers(iterable, block, 1))


# Return whether a block returns true for every element.
ALL = Function(
    "all",
    Form("Hash[Any, Any] hash", "&Callable[2, 2] block", run=_all_key_and_value),
    Form("Hash[Any, Any] hash", "&Callable[1, 1] block", run=_all_entry),
    Form("Iterable enumerable", "&Callable[2, 2] block", run=_all_index_and_element),
    Form("Iterable enumerable", "&Callable[1, 1] block", run=_all_element),
)


def _any_key_and_value(_scope: Scope, hash_: dict[object, object], block: Block) -> bool:
    return any(answer for _, answer in answers_of_hash(hash_, block, 2))


def _any_entry(_scope: Scope, hash_: dict[object, object], block: Block) -> bool:
    return any(answer for _, answer in answers_of_hash(hash_, block, 1))


def _any_index_and_element(_scope: Scope, iterable: object, block: Block) -> bool:
    return any(answer for _, answer in answers(iterable, block, 2))


def _any_element(_scope: Scope, iterable: object, block: Block) -> bool:
    return any(answer for _, answer in answers(iterable, block, 1))


# Return whether a block returns true for at least one element.
ANY = Function(
    "any",
    Form("Hash[Any, Any] hash", "&Callable[2, 2] block", run=_any_key_and_value),
    Form("Hash[Any, Any] hash", "&Callable[1, 1] block", run=_any_entry),
    Form("Iterable enumerable", "&Callable[2, 2] block", run=_any_index_and_element),
    Form("Iterable enumerable", "&Callable[1, 1] block", run=_any_element),
)
