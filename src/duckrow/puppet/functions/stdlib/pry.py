"""Start a debugger of Ruby, which is not there."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _pry(_scope: Scope, _arguments: list[Any]) -> None:
    raise EvaluationError("pry(): Requires the 'pry' rubygem to use, but it was not found")


FUNCTION = LegacyFunction("pry", _pry, is_statement=True)
