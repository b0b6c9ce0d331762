"""then(value) |$x| { }: gives what a block makes of a value, or undef for undef."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _then(_scope: Scope, value: Any, block: Block) -> Any:
    return None if value is None else block.call(value)


FUNCTION = Function("then", Form("Any arg", "&Callable[1, 1] block", run=_then))
