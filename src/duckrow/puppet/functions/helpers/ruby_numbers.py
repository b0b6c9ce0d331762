"""Values as numbers, as Ruby's Integer() and Float() make them, for functions of the language.

What is no number is an error in Ruby's words.
"""

from __future__ import annotations

from math import isfinite, isnan

from duckrow.puppet.functions.helpers.ruby_errors import kind_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.number_text import only_digits, only_fraction
from duckrow.ruby.values.quoting import inspect_bytes, inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_integer(value: Any) -> int:
    """Make a whole number of a value."""
    kind = type(value)
    if kind is int:
        return value  # type: ignore[no-any-return]
    if kind is float:
        return whole(value)
    if kind is str:
        return _integer(value)
    raise EvaluationError(f"can't convert {kind_of(value)} into Integer")


def whole(value: float) -> int:
    """Cut the fraction off a float."""
    if isfinite(value):
        return int(value)
    raise EvaluationError("NaN" if isnan(value) else "Infinity" if value > 0 else "-Infinity")


def _integer(text: str) -> int:
    found = only_digits(text)
    if found is None:
        raise EvaluationError(f"invalid value for Integer(): {inspect_text(text)}")
    return found.number()


def to_float(value: Any) -> float:
    """Make a float of a value."""
    kind = type(value)
    if kind is float:
        return value  # type: ignore[no-any-return]
    if kind is int:
        try:
            return float(value)
        except OverflowError:
            return float("-inf") if value < 0 else float("inf")
    if kind is str:
        return _float(value)
    raise EvaluationError(f"can't convert {kind_of(value)} into Float")


def _float(text: str) -> float:
    if "\0" in text:
        raise EvaluationError("string for Float contains null byte")
    number = only_fraction(text)
    if number is None:
        # Ruby no longer knows the encoding of the text here: it shows bytes.
        raise EvaluationError(f"invalid value for Float(): {inspect_bytes(text.encode())}")
    return number


def to_int(value: Any) -> int:
    """Return a number of 32 bits for a value that must be a number already."""
    kind = type(value)
    if kind is float:
        if not -(2**31) <= value < 2**31:
            raise EvaluationError(f"float {value:.10g} out of range of integer")
        value = int(value)
    elif kind is not int:
        what = kind_of(value)
        how = "from nil to integer" if value is None else f"of {what} into Integer"
        raise EvaluationError(f"no implicit conversion {how}")
    if not -(2**31) <= value < 2**31:
        size = "small" if value < 0 else "big"
        raise EvaluationError(f"integer {value} too {size} to convert to `int'")
    return int(value)
