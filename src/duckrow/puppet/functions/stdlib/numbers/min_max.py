"""min, max and clamp for numbers and for strings that spell numbers."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.helpers.whole_numbers import to_whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.number_text import leading_fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_NUMBER = re.compile(r"-?[0-9]+(?:.[0-9]+)?").fullmatch


def before(one: object, other: object) -> bool:
    """Return whether one value sorts before another."""
    mine, theirs = to_text(one), to_text(other)
    if _NUMBER(mine) and _NUMBER(theirs):
        return leading_fraction(mine) < leading_fraction(theirs)
    return mine < theirs


def _min(_scope: Scope, arguments: list[object]) -> object:
    """Return the smallest value: numbers by size, other values as strings."""
    if not arguments:
        raise EvaluationError("min(): Wrong number of arguments need at least one")
    found = arguments[0]
    for value in arguments[1:]:
        if before(value, found):
            found = value
    return found


MIN = LegacyFunction("min", _min)


def _max(_scope: Scope, arguments: list[object]) -> object:
    """Return the greatest value: numbers by size, other values as strings."""
    if not arguments:
        raise EvaluationError("max(): Wrong number of arguments need at least one")
    found = arguments[0]
    for value in arguments[1:]:
        if before(found, value):
            found = value
    return found


MAX = LegacyFunction("max", _max)


def _clamp(_scope: Scope, arguments: list[object]) -> int:
    """Return the middle one of three numbers."""
    values = flattened(arguments)
    if len(values) != 3:
        raise EvaluationError("clamp(): Wrong number of arguments, need three to clamp")
    for value in values:
        if type(value) is str and not re.search(r"(?m)^[0-9]+$", value):
            raise EvaluationError(f"clamp(): Required explicit numeric ({value}:String)")
        if type(value) is dict:
            raise EvaluationError(f"clamp(): The Hash type is not allowed ({to_text(value)})")
    return sorted(map(to_whole, values))[1]


CLAMP = LegacyFunction("clamp", _clamp, arity=-2)
