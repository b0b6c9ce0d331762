"""The functions that return an iterator or call a block: reverse_each and step."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import iterator_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.iterators import Iterator
    from duckrow.puppet.runtime.scope import Scope


def call_for_each(iterator: Iterator, block: Block) -> None:
    """Call a block for each element; a block with several parameters receives arrays unpacked."""
    call, is_whole = block.call, block.low == block.high == 1
    try:
        for item in iterator.running():
            if is_whole:
                call(item)
            elif item is None:
                call()
            else:
                call(*item) if item.__class__ is list else call(item)
    except BreakJump:
        pass


def _reverse_each_iterator(_scope: Scope, iterable: object) -> Iterator:
    return iterator_of(iterable).backwards()


def _reverse_each_block(_scope: Scope, iterable: object, block: Block) -> None:
    call_for_each(iterator_of(iterable).backwards(), block)


# Iterate from the last element to the first.
REVERSE_EACH = Function(
    "reverse_each",
    Form("Iterable iterable", run=_reverse_each_iterator),
    Form("Iterable iterable", "&Callable[1, 1] block", run=_reverse_each_block),
)


def _step_iterator(_scope: Scope, iterable: object, step: int) -> Iterator:
    return iterator_of(iterable).stepped(step)


def _step_block(_scope: Scope, iterable: object, step: int, block: Block) -> None:
    call_for_each(iterator_of(iterable).stepped(step), block)


# Iterate over every n-th element.
STEP = Function(
    "step",
    Form("Iterable iterable", "Integer[1] step", run=_step_iterator),
    Form("Iterable iterable", "Integer[1] step", "&Callable[1, 1] block", run=_step_block),
)
