"""Make one of equal characters in a row, in texts."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _squeeze(_scope: Scope, arguments: list[Any]) -> Any:
    if len(arguments) not in (1, 2):
        raise EvaluationError(
            f"squeeze(): Wrong number of arguments given {len(arguments)} for 2 or 1"
        )
    value = arguments[0]
    sets = tuple(each for each in arguments[1:] if each is not None and each is not False)
    if type(value) is list:
        return [_squeezed(item, sets) for item in value]
    return _squeezed(value, sets)


def _squeezed(text: Any, sets: tuple[Any, ...]) -> str:
    from duckrow.puppet.ruby.core.characters import squeeze
    from duckrow.puppet.ruby.errors import RubyError

    if type(text) is not str:
        raise no_method("squeeze", text)
    try:
        return squeeze(text, sets)
    except RubyError as wrong:
        raise EvaluationError(wrong.message) from None


FUNCTION = LegacyFunction("squeeze", _squeeze)
