"""Find a resource that is in the catalog already by its reference, given as text."""

from __future__ import annotations

import re

from duckrow.puppet.functions.platform_text import inspect
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_REFERENCE = re.compile(r"(?ms)^([^\[\]]+)\[(.+)\]$").search


def _str2resource(scope: Scope, text: str) -> Any:
    match = _REFERENCE(text)
    if match is None:
        raise EvaluationError(
            f"No title provided and {inspect(text)} is not a valid resource reference"
        )
    type_name, title = match[1], match[2]
    from duckrow.puppet.types.model.references import ClassType, ResourceType

    found = scope.build.find_resource(type_name.lower(), title)
    if found is None:
        raise EvaluationError(
            f"stdlib::str2resource(): could not find {type_name}[{title}], this is parse order "
            "dependent and values should not be quoted"
        )
    if type_name.lower() == "class":
        return ClassType(title.lower())
    return ResourceType(type_name.lower(), title)


FUNCTION = Function(
    "stdlib::str2resource", Form("String res_string", run=_str2resource, returns="Any")
)
