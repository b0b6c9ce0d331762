"""step(iterable, step) |$x| { }: gives the first element and each one some places on."""

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


def _iterator(_scope: Scope, iterable: Any, step: int) -> Iterator:
    return iterator_of(iterable).stepped(step)


def _block(_scope: Scope, iterable: Any, step: int, block: Block) -> None:
    call_for_each(iterator_of(iterable).stepped(step), block)


FUNCTION = Function(
    "step",
    Form("Iterable iterable", "Integer[1] step", run=_iterator),
    Form("Iterable iterable", "Integer[1] step", "&Callable[1, 1] block", run=_block),
)
