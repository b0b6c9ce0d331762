"""return(value): leaves the function, class or define; a function then gives the value."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import ReturnJump
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from duckrow.puppet.runtime.scope import Scope


def _return(_scope: Scope, value: Any = None) -> NoReturn:
    raise ReturnJump(value)


FUNCTION = Function("return", Form("Any value?", run=_return))
