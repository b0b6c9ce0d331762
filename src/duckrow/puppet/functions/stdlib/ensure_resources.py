"""Declare resources from a hash of titles and attributes where they are not there yet."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import kind_of, no_method
from duckrow.puppet.functions.stdlib.ensure_resource import checked, ensure_resource
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def ensure_resources(scope: Scope, arguments: list[Any]) -> None:
    """Declare what a hash describes, one resource after the other."""
    type_, titles, parameters = checked(arguments)
    if type(titles) is not dict:
        raise EvaluationError("ensure_resources(): Requires second argument to be a Hash")
    for key, own in titles.items():
        given = parameters
        if own is not None and own is not False:
            given = _merged(parameters, own)
        ensure_resource(scope, [type_, from_key(key), given])


def _merged(parameters: Any, own: Any) -> dict[Any, Any]:
    if type(parameters) is not dict:
        raise no_method("merge", parameters)
    if type(own) is not dict:
        raise EvaluationError(f"no implicit conversion of {kind_of(own)} into Hash")
    return {**parameters, **own}


FUNCTION = LegacyFunction("ensure_resources", ensure_resources, is_statement=True)
