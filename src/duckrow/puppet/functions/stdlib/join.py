"""Join the elements of an array into a text."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _join(_scope: Scope, arguments: list[Any]) -> str:
    if not arguments:
        raise EvaluationError("join(): Wrong number of arguments given (0 for 1)")
    values = arguments[0]
    if type(values) is not list:
        raise EvaluationError("join(): Requires array to work with")
    separator = arguments[1] if len(arguments) > 1 else None
    if separator is None or separator is False:
        separator = ""
    elif type(separator) is not str:
        raise EvaluationError("join(): Requires string to work with")
    return separator.join(map(to_text, flat(values)))


FUNCTION = LegacyFunction("join", _join)
