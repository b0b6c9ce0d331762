"""lest(value) || { }: gives the value, or what a block gives when the value is undef."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _lest(_scope: Scope, value: Any, block: Block) -> Any:
    return block.call() if value is None else value


FUNCTION = Function("lest", Form("Any arg", "&Callable[0, 0] block", run=_lest))
