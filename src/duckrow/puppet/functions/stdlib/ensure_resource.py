"""Declare resources, but for those that are declared with these attributes already."""

from __future__ import annotations

from duckrow.puppet.functions.create_resources import FUNCTION as CREATE_RESOURCES
from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.functions.stdlib.defined_with_params import defined_with_params
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def ensure_resource(scope: Scope, arguments: list[Any]) -> None:
    """Declare one resource, or one for each title of an array, where it is not there yet."""
    type_, title, parameters = checked(arguments)
    for item in flat([title]):
        if not defined_with_params(scope, [f"{to_text(type_)}[{to_text(item)}]", parameters]):
            if type(type_) is not str:
                raise no_method("capitalize", type_)
            CREATE_RESOURCES.run(scope, [type_, {to_key(item): parameters}])


def checked(arguments: list[Any]) -> tuple[Any, Any, Any]:
    """Give type, title and attributes, of which the first two have to be there."""
    type_, title, parameters = [*arguments, None, None, None][:3]
    for value, what in ((type_, "type"), (title, "title")):
        if value is None or value is False:
            raise EvaluationError(f"Must specify a {what}")
    return type_, title, {} if parameters is None or parameters is False else parameters


FUNCTION = LegacyFunction("ensure_resource", ensure_resource, is_statement=True)
