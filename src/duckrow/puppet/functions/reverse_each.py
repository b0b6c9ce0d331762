"""reverse_each(iterable) |$x| { }: gives the elements from last to first, or calls a block."""

from __future__ import annotations

from duckrow.puppet.functions.looped import call_for_each
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import iterator_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.iterators import Iterator
    from duckrow.puppet.runtime.scope import Scope


def _iterator(_scope: Scope, iterable: Any) -> Iterator:
    return iterator_of(iterable).backwards()


def _block(_scope: Scope, iterable: Any, block: Block) -> None:
    call_for_each(iterator_of(iterable).backwards(), block)


FUNCTION = Function(
    "reverse_each",
    Form("Iterable iterable", run=_iterator),
    Form("Iterable iterable", "&Callable[1, 1] block", run=_block),
)
