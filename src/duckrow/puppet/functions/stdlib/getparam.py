"""Give an attribute of a resource, or an empty text."""

from __future__ import annotations

import re

from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.runtime.scope import Scope


def _getparam(scope: Scope, arguments: list[Any]) -> Any:
    reference, name = [*arguments, None, None][:2]
    if reference is None or reference is False:
        raise EvaluationError("Must specify a reference")
    if type(name) is not str:
        raise EvaluationError("Must specify name of a parameter")
    if not name:
        return ""
    resource = _referred(scope, to_text(reference))
    found = None if resource is None else resource.get(name)
    return "" if found is None else found


def _referred(scope: Scope, text: str) -> Resource | None:
    match = re.search(r"(?ms)^([^\[\]]+)\[(.+)\]$", text)
    if match is None:
        raise EvaluationError(
            f"No title provided and {inspect(text)} is not a valid resource reference"
        )
    found: Resource | None = scope.build.find_resource(match[1], match[2])
    return found


FUNCTION = LegacyFunction("getparam", _getparam)
