"""The is_* functions that ask for the type of a value."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.helpers.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.values.semver import SemVer
from duckrow.ruby.values.number_text import leading_fraction, leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_a(_scope: Scope, value: Any, type_: Any) -> bool:
    """Return whether a value is an instance of a type."""
    return accepts(type_, value)


IS_A = Function("is_a", Form("Any value", "Type type", run=_is_a))


def _is_array(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a value is an array."""
    if not arguments:
        raise EvaluationError("is_array(): Wrong number of arguments given (0 for 1)")
    return type(arguments[0]) is list


LEGACY_IS_ARRAY = LegacyFunction("is_array", _is_array)
IS_ARRAY = use_match(LEGACY_IS_ARRAY, "Stdlib::Compat::Array")


def _is_bool(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a value is a boolean."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_bool(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    return type(arguments[0]) is bool


LEGACY_IS_BOOL = LegacyFunction("is_bool", _is_bool)
IS_BOOL = use_match(LEGACY_IS_BOOL, "Stdlib::Compat::Bool")


def _is_float(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a value is a float, or a string that spells one."""
    if len(arguments) != 1:
        raise EvaluationError(f"is_float(): Wrong number of arguments given {len(arguments)} for 1")
    value = arguments[0]
    if type(value) is str:
        return value == to_text(leading_fraction(value))
    return type(value) is float


LEGACY_IS_FLOAT = LegacyFunction("is_float", _is_float)
IS_FLOAT = use_match(LEGACY_IS_FLOAT, "Stdlib::Compat::Float")


def _is_hash(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a value is a hash."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_hash(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    return type(arguments[0]) is dict


IS_HASH = LegacyFunction("is_hash", _is_hash)


def is_integer(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a value is an integer, or a string that spells one."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_integer(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    if type(value) is int:
        return True
    if type(value) is not str:
        return False

    return re.search(r"(?m)^-?(?:[1-9][0-9]*|0)$", value) is not None


IS_INTEGER = LegacyFunction("is_integer", is_integer)
_NUMBER = re.compile(r"(?m)^-?(?:[1-9][0-9]*|0)(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?$").search


def _is_numeric(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a value is a number, or a string that spells one."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_numeric(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    if type(value) is str:
        return _NUMBER(value) is not None
    # In Ruby a SemVer is Numeric.
    return type(value) is int or type(value) is float or isinstance(value, SemVer)


LEGACY_IS_NUMERIC = LegacyFunction("is_numeric", _is_numeric)
IS_NUMERIC = use_match(LEGACY_IS_NUMERIC, "Stdlib::Compat::Numeric")


def _is_string(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a value is a string that does not spell a number."""
    if not arguments:
        raise EvaluationError("is_string(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is str:
        return value not in (to_text(leading_fraction(value)), str(leading_integer(value)))
    return value is None


LEGACY_IS_STRING = LegacyFunction("is_string", _is_string)
IS_STRING = use_match(LEGACY_IS_STRING, "Stdlib::Compat::String")
