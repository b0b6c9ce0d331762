"""Give the first value that is neither undef nor empty text."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _pick(_scope: Scope, arguments: list[Any]) -> Any:
    for value in arguments:
        if value is not None and value != "":
            return value
    raise EvaluationError("pick(): must receive at least one non empty value")


FUNCTION = LegacyFunction("pick", _pick)
