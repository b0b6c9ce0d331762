"""reduce(iterable, start) |$memo, $x| { }: combine all elements into one value with a block."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import restarted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _from_first(_scope: Scope, iterable: object, block: Block) -> object:
    items = iter(restarted(iterable))
    return _reduced(items, next(items, None), block)


def _from_memo(_scope: Scope, iterable: object, memo: object, block: Block) -> object:
    return _reduced(restarted(iterable), memo, block)


def _reduced(items: Iterable[object], memo: object, block: Block) -> object:
    call = block.call
    try:
        for item in items:
            memo = call(memo, item)
    except BreakJump:
        pass
    return memo


REDUCE = Function(
    "reduce",
    Form("Iterable enumerable", "&Callable[2, 2] block", run=_from_first),
    Form("Iterable enumerable", "Any memo", "&Callable[2, 2] block", run=_from_memo),
)
