"""Tell whether a text could be an address of electronic mail."""

from __future__ import annotations

import re

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

# Before the @ any character may follow one of a word. Written so that it cannot take long.
_ADDRESS = re.compile(
    r"[A-Za-z0-9_+-](?:[A-Za-z0-9_+-]|(?<=[A-Za-z0-9_+-])[^A-Za-z0-9_+\-\n])*"
    r"@[a-z0-9-]+(?:\.[a-z]+)+"
)


def is_email_address(_scope: Scope, arguments: list[Any]) -> bool:
    """Tell whether the only argument could be an address."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_email_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    return type(value) is str and _ADDRESS.fullmatch(value) is not None


FUNCTION = LegacyFunction("is_email_address", is_email_address)
