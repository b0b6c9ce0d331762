"""Give a fact by its name, and what lies in it: 'os.family', 'mountpoints."/".size'."""

from __future__ import annotations

import re

from duckrow.puppet.functions.platform_numbers import to_integer
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _fact(scope: Scope, name: str) -> Any:
    value: Any = scope.build.facts
    walked: list[str] = []
    for plain, quoted in re.findall(r'([^."]+)|"([^"]+)"', name):
        key = plain or quoted
        if value is None:
            return None
        if isinstance(value, dict):
            value = value.get(key)
        elif type(value) is list:
            value = _element(scope, value, key, name, walked)
        else:
            _warn(scope, name, walked, f"is not a collection; cannot walk to '{key}'")
            value = None
        walked.append(key)
    return value


def _element(scope: Scope, values: list[Any], key: str, name: str, walked: list[str]) -> Any:
    try:
        index = to_integer(key)
    except EvaluationError:
        _warn(scope, name, walked, f"is an array; cannot index to '{key}'")
        return None
    return values[index] if -len(values) <= index < len(values) else None


def _warn(scope: Scope, name: str, walked: list[str], what: str) -> None:
    path = ".".join(f'"{part}"' if "." in part else part for part in walked)
    scope.build.log("warning", f"fact request for {name} returning nil: '{path}' {what}")


FUNCTION = Function("fact", Form("String fact_name", run=_fact))
