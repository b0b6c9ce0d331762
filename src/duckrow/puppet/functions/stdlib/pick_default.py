"""Give the first value that is neither undef nor empty text, else the last one."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _pick_default(_scope: Scope, arguments: list[Any]) -> Any:
    if not arguments:
        raise EvaluationError("Must receive at least one argument.")
    for value in arguments:
        if value is not None and value != "":
            return value
    return arguments[-1]


FUNCTION = LegacyFunction("pick_default", _pick_default)
