"""What reverse_each and step do with a block: call it for all that an iterator gives."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.iterators import Iterator


def call_for_each(iterator: Iterator, block: Block) -> None:
    """Call a block for each element; a block that may do without it gets arrays as arguments."""
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
