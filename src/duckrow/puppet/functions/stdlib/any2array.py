"""Make an array of anything: of a hash its keys and values in turn, of undef nothing."""

from __future__ import annotations

from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _any2array(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) != 1:
        return arguments
    value = arguments[0]
    kind = type(value)
    if kind is list:
        return value  # type: ignore[no-any-return]
    if kind is dict:
        return [part for key, item in value.items() for part in (from_key(key), item)]
    return [] if value == "" else arguments


FUNCTION = LegacyFunction("any2array", _any2array)
