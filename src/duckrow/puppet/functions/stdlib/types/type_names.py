"""type3x, type and type_of: the type of a value."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.helpers.autoload import autoload
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.puppet.types.infer import infer_detailed
from duckrow.ruby.values.number_text import leading_fraction, leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def type3x(_scope: Scope, arguments: list[Any]) -> str:
    """Return the name of a value's type in Puppet 3."""
    if len(arguments) != 1:
        raise EvaluationError(f"type3x(): Wrong number of arguments given ({len(arguments)} for 1)")
    value = arguments[0]
    name = _NAMES.get(type(value))
    if name is None:
        raise EvaluationError("type3x(): Unknown type")
    if name == "string":
        if value == str(leading_integer(value)):
            return "integer"
        if value == to_text(leading_fraction(value)):
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

TYPE3X = LegacyFunction("type3x", type3x)

_WARNING = (
    "type() DEPRECATED: This function will cease to function on Puppet 4; please use type3x() "
    "before upgrading to puppet 4 for backwards-compatibility, or migrate to the new parser's "
    "typing system."
)


def _type(scope: Scope, arguments: list[object]) -> str:
    """Return the name of a value's type in Puppet 3. Deprecated: use type3x."""
    scope.build.log("warning", _WARNING, scope.label)
    autoload(scope, "type3x")
    return type3x(scope, arguments)


TYPE = LegacyFunction("type", _type)


def _type_of(_scope: Scope, value: object) -> object:
    """Return the detailed type of a value."""
    return infer_detailed(value)


TYPE_OF = Function("type_of", Form("Any value", run=_type_of))
