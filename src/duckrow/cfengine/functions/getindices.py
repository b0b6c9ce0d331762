"""getindices(container): the keys of a container or array."""

from __future__ import annotations

from duckrow.cfengine.evaluation.strings import naked
from duckrow.cfengine.functions.arrays import array_indices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Give keys of objects, numbers of the items of lists, first indices of arrays."""
    argument = arguments[0]
    if not isinstance(argument, str):
        return _keys(context.collection(argument))
    name = naked(argument) or argument
    variable = context.variable(name)
    if variable is not None and variable.kind == "data":
        return _keys(variable.value)
    if argument.lstrip()[:1] in ("{", "["):
        value = context.collection(argument)
        if isinstance(value, dict | list):
            return _keys(value)
    return array_indices(context, name)


def _keys(value: Json) -> list[str]:
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, list):
        return [str(i) for i in range(len(value))]
    return []
