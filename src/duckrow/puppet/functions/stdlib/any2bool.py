"""Make a boolean of anything: numbers above 0, yes, true, and whatever says nothing else."""

from __future__ import annotations

from duckrow.puppet.functions.platform_numbers import to_float
from duckrow.puppet.functions.stdlib.num2bool import num2bool
from duckrow.puppet.functions.stdlib.str2bool import str2bool
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _any2bool(scope: Scope, arguments: list[Any]) -> bool:
    if not arguments:
        raise EvaluationError("any2bool(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    kind = type(value)
    if kind is bool:
        return value  # type: ignore[no-any-return]
    if value is None:
        return False
    if kind is int or kind is float or (kind is str and _is_number(value)):
        return num2bool(scope, [value])
    return str2bool(scope, [value]) if kind is str else True


def _is_number(text: str) -> bool:
    try:
        to_float(text)
    except EvaluationError:
        return False
    return True


FUNCTION = LegacyFunction("any2bool", _any2bool)
