"""Take the elements out of nested arrays, as Ruby code asks for it."""

from __future__ import annotations

from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _flatten(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) != 1:
        raise EvaluationError(
            f"flatten(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    if type(arguments[0]) is not list:
        raise EvaluationError("flatten(): Requires array to work with")
    return list(flat(arguments[0]))


FUNCTION = LegacyFunction("flatten", _flatten)
