"""The functions that leave a body: break, next and return."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump, NextJump, ReturnJump
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from duckrow.puppet.runtime.scope import Scope


def _break(_scope: Scope) -> NoReturn:
    """Leave the innermost iteration."""
    raise BreakJump


BREAK = Function("break", Form(run=_break))


def _next(_scope: Scope, value: object = None) -> NoReturn:
    """Leave the block and return a value from it."""
    raise NextJump(value)


NEXT = Function("next", Form("Any value?", run=_next))


def _return(_scope: Scope, value: object = None) -> NoReturn:
    """Leave the function, class or define and return a value from it."""
    raise ReturnJump(value)


RETURN = Function("return", Form("Any value?", run=_return))
