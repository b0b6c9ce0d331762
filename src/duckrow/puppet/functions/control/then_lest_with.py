"""The functions that call a block at most once: then, lest and with."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _then(_scope: Scope, value: object, block: Block) -> object:
    """Call a block with the value, unless the value is undef."""
    return None if value is None else block.call(value)


THEN = Function("then", Form("Any arg", "&Callable[1, 1] block", run=_then))


def _lest(_scope: Scope, value: object, block: Block) -> object:
    """Return the value, or the result of the block if the value is undef."""
    return block.call() if value is None else value


LEST = Function("lest", Form("Any arg", "&Callable[0, 0] block", run=_lest))


def _with(_scope: Scope, *values: Any) -> object:
    """Call a block once with the values."""
    *arguments, block = values
    return block(*arguments)


WITH = Function("with", Form("Any arg*", "&Callable block", run=_with))
