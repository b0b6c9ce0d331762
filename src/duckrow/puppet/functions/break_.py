"""break(): leaves the innermost iteration."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from duckrow.puppet.runtime.scope import Scope


def _break(_scope: Scope) -> NoReturn:
    raise BreakJump


FUNCTION = Function("break", Form(run=_break))
