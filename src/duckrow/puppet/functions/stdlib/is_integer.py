"""Tell whether a value is a whole number, or text that spells one."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def is_integer(_scope: Scope, arguments: list[Any]) -> bool:
    """Tell whether the only argument is a whole number."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_integer(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    if type(value) is int:
        return True
    if type(value) is not str:
        return False
    import re

    return re.search(r"(?m)^-?(?:[1-9][0-9]*|0)$", value) is not None


FUNCTION = LegacyFunction("is_integer", is_integer)
