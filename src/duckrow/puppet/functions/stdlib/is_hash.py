"""Tell whether a value is a hash."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_hash(_scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_hash(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    return type(arguments[0]) is dict


FUNCTION = LegacyFunction("is_hash", _is_hash)
