"""getindices, getvalues, length, nth and sublist: parts of a container."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.collections import collection
from duckrow.cfengine.evaluation.variables.strings import whole_reference
from duckrow.cfengine.functions.helpers.arrays import array_indices
from duckrow.cfengine.functions.helpers.common import collected, integer, scalar, scalars
from duckrow.cfengine.values.json_text import raw_text, scalar_text
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def getindices(context: Context, arguments: list[object]) -> list[str]:
    """Return the keys of a container or array."""
    argument = arguments[0]
    if not isinstance(argument, str):
        return _keys(context.collection(argument))
    name = whole_reference(argument) or argument
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


def getvalues(context: Context, arguments: list[object]) -> list[str]:
    """Return all scalar values of a container, also of nested ones."""
    value = collection(context, arguments[0], takes_text=True)
    out: list[str] = []
    _collect(value, out)
    return out


def _collect(value: Json, out: list[str]) -> None:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _collect(item, out)
        return
    text = scalar_text(value)
    if text is not None:
        out.append(text)


def length(context: Context, arguments: list[object]) -> str:
    """Return the number of values of a list or container."""
    return str(len(collected(context, "length", arguments[0])))


def nth(context: Context, arguments: list[object]) -> str:
    """Return one scalar value by key, or by position from either end."""
    container, key = collected(context, "nth", arguments[0]), scalar(arguments[1])
    value: Any = {}
    if isinstance(container, dict):
        value = container.get(key, value)
    else:
        index = integer(context, key)
        if index < 0:
            index += len(container)
        if 0 <= index < len(container):
            value = container[index]
    if isinstance(value, dict | list):
        raise FunctionFailed
    return raw_text(value)


def sublist(context: Context, arguments: list[Any]) -> list[str]:
    """Return the first or last scalar values."""
    values = scalars(collected(context, "sublist", arguments[0]))
    texts = [raw_text(value) for value in values]
    most = integer(context, arguments[2])
    if scalar(arguments[1]) == "head":
        return texts[: max(most, 0)]
    return texts[-most:] if most > 0 else []
