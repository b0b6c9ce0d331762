"""nth(container, key): one value of a container."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, integer, scalar
from duckrow.cfengine.values.json_text import raw_text
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Take it by key, or by number from either end; containers in it have no text."""
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
