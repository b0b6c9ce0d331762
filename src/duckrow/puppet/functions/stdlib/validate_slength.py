"""Refuse texts that are too long or too short."""

from __future__ import annotations

from duckrow.puppet.functions.platform_names import class_of
from duckrow.puppet.functions.platform_numbers import to_integer
from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.functions.stdlib.deprecated_call import use_validate_legacy
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _validate_slength(_scope: Scope, arguments: list[Any]) -> None:
    if len(arguments) not in (2, 3):
        raise EvaluationError(
            f"validate_slength(): Wrong number of arguments ({len(arguments)}; must be 2 or 3)"
        )
    given = arguments[0]
    longest = _length(arguments[1], 1, "second argument to be a positive Numeric")
    shortest = 0
    if len(arguments) > 2 and arguments[2] is not None and arguments[2] is not False:
        shortest = _length(arguments[2], 0, "third argument to be unset or a positive Numeric")
    if longest < shortest:
        raise EvaluationError(
            "validate_slength(): Expected second argument to be equal to or larger than "
            "third argument"
        )
    if type(given) is not str and type(given) is not list:
        raise EvaluationError(
            f"validate_slength(): Expected first argument to be a String or Array, "
            f"got {class_of(given)}"
        )
    for place, text in enumerate([given] if type(given) is str else given):
        if type(text) is not str:
            raise EvaluationError(
                f"validate_slength(): Expected element at array position {place} to be a String, "
                f"got {class_of(text)}"
            )
        if not shortest <= len(text) <= longest:
            raise EvaluationError(
                f"validate_slength(): Expected length of {inspect(given)} to be between "
                f"{shortest} and {longest}, was {len(given)}"
            )


def _length(value: Any, least: int, wanted: str) -> int:
    shown = value
    try:
        shown = length = to_integer(value)
        if length >= least:
            return length
    except EvaluationError:
        pass
    raise EvaluationError(
        f"validate_slength(): Expected {wanted}, got {to_text(shown)}:{class_of(shown)}"
    )


LEGACY = LegacyFunction("validate_slength", _validate_slength, is_statement=True)
FUNCTION = use_validate_legacy(LEGACY, "String[]")
