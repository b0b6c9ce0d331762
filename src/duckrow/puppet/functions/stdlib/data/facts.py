"""fact(name) and os_version_gte(os, version)."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.helpers.ruby_numbers import to_integer
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.versions import compare_versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _fact(scope: Scope, name: str) -> object:
    """Return a fact by a dotted path such as 'os.family'."""
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


def _element(scope: Scope, values: list[object], key: str, name: str, walked: list[str]) -> object:
    try:
        index = to_integer(key)
    except EvaluationError:
        _warn(scope, name, walked, f"is an array; cannot index to '{key}'")
        return None
    return values[index] if -len(values) <= index < len(values) else None


def _warn(scope: Scope, name: str, walked: list[str], what: str) -> None:
    path = ".".join(f'"{part}"' if "." in part else part for part in walked)
    scope.build.log("warning", f"fact request for {name} returning nil: '{path}' {what}")


FACT = Function("fact", Form("String fact_name", run=_fact))


def _os_version_gte(scope: Scope, name: str, version: str) -> bool:
    """Return whether the node runs at least this version of an operating system."""
    facts = scope.build.facts
    if facts.get("operatingsystem") != name:
        return False
    running = facts.get("operatingsystemmajrelease")
    if type(running) is not str:
        raise no_method("scan", running)
    return compare_versions(running, version) >= 0


OS_VERSION_GTE = Function(
    "os_version_gte",
    Form("String[1] os", "String[1] version", run=_os_version_gte, returns="Boolean"),
)
