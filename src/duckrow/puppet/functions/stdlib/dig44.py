"""Give what lies in arrays and hashes along a path, or a value instead."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.functions.platform_numbers import to_integer
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def dig44(_scope: Scope, arguments: list[Any]) -> Any:
    """Follow the path that is the second argument through the first."""
    if len(arguments) < 2:
        raise EvaluationError(
            f"dig44(): Wrong number of arguments given ({len(arguments)} for at least 2)"
        )
    data, path = arguments[:2]
    default = arguments[2] if len(arguments) > 2 else None
    if type(data) not in (list, dict):
        raise EvaluationError(
            f"dig44(): first argument must be a hash or an array, given {class_of(data)}"
        )
    if type(path) is not list:
        raise EvaluationError(f"dig44(): second argument must be an array, given {class_of(path)}")
    found = _followed(data, path)
    return default if found is None else found


def _followed(data: Any, path: list[Any]) -> Any:
    for key in path:
        if type(data) is list:
            try:
                index = to_integer(key)
            except EvaluationError:
                return None
            data = data[index] if -len(data) <= index < len(data) else None
        elif type(data) is dict:
            data = data.get(to_key(key))
        else:
            return None
        if data is None:
            return None
    return data


FUNCTION = LegacyFunction("dig44", dig44, arity=-2)
