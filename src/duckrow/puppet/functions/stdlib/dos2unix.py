"""End the lines of a text as Unix does."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _dos2unix(_scope: Scope, arguments: list[Any]) -> str:
    if type(arguments[0]) is not str:
        raise EvaluationError("dos2unix(): Requires string as argument")
    return arguments[0].replace("\r\n", "\n")


FUNCTION = LegacyFunction("dos2unix", _dos2unix, arity=1)
