"""Name the type of a value in the words of Puppet 3."""

from __future__ import annotations

from duckrow.puppet.functions.number_text import leading_float, leading_integer
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def type3x(_scope: Scope, arguments: list[Any]) -> str:
    """Name the type of the only argument; text that is written like a number is one."""
    if len(arguments) != 1:
        raise EvaluationError(f"type3x(): Wrong number of arguments given ({len(arguments)} for 1)")
    value = arguments[0]
    name = _NAMES.get(type(value))
    if name is None:
        raise EvaluationError("type3x(): Unknown type")
    if name == "string":
        if value == str(leading_integer(value)):
            return "integer"
        if value == to_text(leading_float(value)):
            return "float"
    return name


_NAMES = {
    bool: "boolean",
    int: "integer",
    float: "float",
    str: "string",
    list: "array",
    dict: "hash",
}

FUNCTION = LegacyFunction("type3x", type3x)
