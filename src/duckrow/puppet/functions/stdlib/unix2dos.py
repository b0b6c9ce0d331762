"""End the lines of a text as DOS does."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _unix2dos(_scope: Scope, arguments: list[Any]) -> str:
    import re

    text = arguments[0]
    if type(text) is not str:
        raise EvaluationError("unix2dos(): Requires string as argument")
    return re.sub(r"\r*\n", "\r\n", text)


FUNCTION = LegacyFunction("unix2dos", _unix2dos, arity=1)
