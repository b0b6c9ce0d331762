"""with(values...) |$x, ...| { }: calls a block once."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _with(_scope: Scope, *values: Any) -> Any:
    *arguments, block = values
    return block(*arguments)


FUNCTION = Function("with", Form("Any arg*", "&Callable block", run=_with))
