"""Calculating with times and versions, and joining URIs and bytes.

A Timespan or Timestamp beside a plain number counts in seconds. Versions count as numbers for the
operators, though they know none of them.
"""

from __future__ import annotations

import operator as python

from duckrow.puppet.runtime.arithmetic import division_by_zero, operator_error
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.errors import InvalidValueError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

COUNTED = frozenset((Timespan, Timestamp, SemVer))  # values that operators accept besides numbers
JOINED = frozenset((URI, Binary))  # values with their own +
_TIMES = (Timespan, Timestamp)

_NO_FLOAT = "can't convert SemanticPuppet::Version into Float"

_PYTHONS: dict[str, Callable[[object, object], object]] = {
    "+": python.add,
    "-": python.sub,
    "*": python.mul,
    "/": python.truediv,
    "%": python.mod,
}


def joined(left: URI | Binary, right: Any) -> object:
    """Add a value to a URI or bytes."""
    try:
        return left + right
    except InvalidValueError as wrong:
        raise EvaluationError(str(wrong)) from None


def negated(value: object) -> object:
    """Turn a time around."""
    if type(value) is Timespan:
        return -value
    if type(value) is Timestamp:
        return -float(value)  # the platform takes the seconds of a point in time
    raise EvaluationError(_NO_FLOAT)


def calculate_times(operator: str, left: object, right: object) -> Any:
    """Apply an operator to two operands; at least one is a time or a version."""
    asked = left
    if isinstance(right, _TIMES) and not isinstance(left, _TIMES):
        if operator == "+" or (operator == "*" and type(right) is Timespan):
            left, right = right, left
        elif operator != "-" or type(right) is not Timespan:
            raise operator_error(operator, left, right)
        elif type(left) is SemVer:
            raise operator_error(operator, left)
        else:
            left = _answer(Timespan.from_seconds, left)
    if type(left) is SemVer or operator not in _PYTHONS:
        if operator == "%" and type(right) is int and right == 0:
            raise division_by_zero()
        raise operator_error(operator, asked)
    if type(left) in (int, float):
        raise EvaluationError(_NO_FLOAT)
    try:
        return _answer(_PYTHONS[operator], left, right)
    except TypeError:
        raise operator_error(operator, asked) from None
    except ZeroDivisionError:
        raise division_by_zero() from None


def _answer(ask: Callable[..., object], *operands: object) -> object:
    try:
        return ask(*operands)
    except InvalidValueError as wrong:
        raise EvaluationError(str(wrong)) from None
