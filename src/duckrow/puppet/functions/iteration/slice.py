"""slice(iterable, size) |$x, ...| { }: split elements into arrays of a given size."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump, EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import iterator_of, limited, pairs, restarted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _hash(
    _scope: Scope, hash_: dict[object, object], size: int, block: Block | None = None
) -> object:
    # Puppet fills the last slice of a hash with empty arrays.
    return _sliced(hash_, _slices(pairs(hash_), size), size, [], block)


def _iterable(_scope: Scope, iterable: object, size: int, block: Block | None = None) -> object:
    items = restarted(iterable) if block is not None else limited(restarted(iterable))
    slices = _slices(items, _limit(iterable, size))
    return _sliced(iterable, slices, size, None, block)


def _limit(iterable: object, size: int) -> int:
    """Return the size of slices, limited by the number of elements as in Puppet."""
    if iterable.__class__ in (list, str):
        return size
    whole = iterator_of(iterable).size
    return size if whole is None else min(size, whole())


def _sliced(
    whole: object, slices: Iterator[list[object]], size: int, filler: object, block: Block | None
) -> object:
    if block is None:
        return list(slices)
    serving = _serving(block, size)
    try:
        for piece in slices:
            if serving == 1:
                block(piece)
            else:
                block(*piece, *[filler] * (serving - len(piece)))
    except BreakJump:
        pass
    return whole


def _slices(items: Iterable[object], size: int) -> Iterator[list[object]]:
    piece: list[Any] = []
    for item in items:
        piece.append(item)
        if len(piece) == size:
            yield piece
            piece = []
    if piece:
        yield piece


def _serving(block: Block, size: int) -> int:
    """Return how many arguments the block receives; 1 means a slice as one array."""
    serving = block.low if block.high == block.low else size
    if serving == 0:
        raise EvaluationError("slice(): block must define at least one parameter. Block has 0.")
    if serving not in (1, size):
        from duckrow.puppet.runtime.block_calls import parameter_names

        names = ", ".join(parameter_names(block))
        raise EvaluationError(
            "slice(): block must define one parameter, or the same number of parameters as the "
            f"given size of the slice ({size}). Block has {serving}; {names}"
        )
    return serving


SLICE = Function(
    "slice",
    Form("Hash[Any, Any] hash", "Integer[1, default] slice_size", "&?Callable block", run=_hash),
    Form(
        "Iterable enumerable", "Integer[1, default] slice_size", "&?Callable block", run=_iterable
    ),
)
