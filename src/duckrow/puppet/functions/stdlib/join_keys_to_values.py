"""Join each key of a hash to its value, or to each of its values."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _join_keys_to_values(_scope: Scope, arguments: list[Any]) -> list[str]:
    if len(arguments) != 2:
        raise EvaluationError(
            f"join_keys_to_values(): Takes exactly two arguments, but {len(arguments)} given."
        )
    hash_, separator = arguments
    if type(hash_) is not dict:
        raise EvaluationError(
            "join_keys_to_values(): The first argument must be a hash, "
            f"but a {class_of(hash_)} was given."
        )
    if type(separator) is not str:
        raise EvaluationError(
            "join_keys_to_values(): The second argument must be a string, "
            f"but a {class_of(separator)} was given."
        )
    result: list[str] = []
    for key, value in hash_.items():
        start = to_text(from_key(key))
        if type(value) is list:
            result += [start + separator + to_text(item) for item in value]
        else:
            text = to_text(value)
            result.append(start if text == "undef" else start + separator + text)
    return result


FUNCTION = LegacyFunction("join_keys_to_values", _join_keys_to_values)
