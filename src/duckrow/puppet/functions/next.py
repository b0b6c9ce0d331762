"""next(value): leaves the block, which gives the value."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import NextJump
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from duckrow.puppet.runtime.scope import Scope


def _next(_scope: Scope, value: Any = None) -> NoReturn:
    raise NextJump(value)


FUNCTION = Function("next", Form("Any value?", run=_next))
