"""Merge hashes; where several have a hash under a key, those are merged too."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _deep_merge(_scope: Scope, arguments: list[Any]) -> dict[Any, Any]:
    if len(arguments) < 2:
        raise EvaluationError(
            f"deep_merge(): wrong number of arguments ({len(arguments)}; must be at least 2)"
        )
    result: dict[Any, Any] = {}
    for value in arguments:
        if type(value) is dict:
            result = _merged(result, value)
        elif value != "":  # what undef is here
            raise EvaluationError(
                f"deep_merge: unexpected argument type {class_of(value)}, "
                "only expects hash arguments"
            )
    return result


def _merged(one: dict[Any, Any], other: dict[Any, Any]) -> dict[Any, Any]:
    result = dict(one)
    for key, value in other.items():
        known = result.get(key)
        if type(known) is dict and type(value) is dict:
            value = _merged(known, value)
        result[key] = value
    return result


FUNCTION = LegacyFunction("deep_merge", _deep_merge)
