"""Values as numbers the way the reference's platform makes them: whole, or with a fraction.

Text may hold underscores between digits and space around, a prefix tells the base (0x, 0b, 0o, 0),
and hexadecimal fractions are read too. What is no number is an error in the platform's words.
"""

from __future__ import annotations

import re
from math import isfinite, isnan

from duckrow.puppet.functions.helpers.ruby_errors import kind_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.numbers import read_digits
from duckrow.ruby.values.quoting import inspect_bytes, inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_INTEGER = re.compile(
    r"[\s\0]*([+-]?)(?:(0[xX])([0-9a-fA-F_]+)|(0[bB])([01_]+)|(0[oO])([0-7_]+)|(0[dD])([0-9_]+)"
    r"|(0_?)([0-7][0-7_]*)|()(0|[1-9][0-9_]*))\s*"
)
_RADIX = {"0x": 16, "0b": 2, "0o": 8, "0d": 10, "0": 8, "0_": 8, "": 10}
_DIGITS = r"[0-9]+(?:_[0-9]+)*"
_FLOAT = re.compile(rf"\s*([+-]?(?:{_DIGITS})?(?:\.{_DIGITS})?(?:[eE][+-]?{_DIGITS})?)\s*")
_HEXADECIMAL = re.compile(
    r"\s*([+-]?0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*(?:\.[0-9a-fA-F]+)?(?:[pP][+-]?[0-9]+)?)\s*"
)


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
    if "\0" in text:
        raise EvaluationError("string contains null byte")
    match = _INTEGER.fullmatch(text)
    if match:
        sign, *parts = (part for part in match.groups() if part is not None)
        prefix, digits = parts
        if "__" not in digits and digits[0] != "_" and digits[-1] != "_":
            number = read_digits(digits.replace("_", ""), _RADIX[prefix.lower()])
            return -number if sign == "-" else number
    raise EvaluationError(f"invalid value for Integer(): {inspect_text(text)}")


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
    if match := _HEXADECIMAL.fullmatch(text):
        try:
            return float.fromhex(match[1].replace("_", ""))
        except OverflowError:
            return float("-inf") if match[1][0] == "-" else float("inf")
    match = _FLOAT.fullmatch(text)
    if match and match[1].strip("+-") and match[1].strip("+-")[0] not in "eE":
        return float(match[1].replace("_", ""))
    # The platform no longer knows the encoding of the text here: it shows bytes.
    raise EvaluationError(f"invalid value for Float(): {inspect_bytes(text.encode())}")


def to_int(value: Any) -> int:
    """Give a number of 32 bits for a value that must be a number already."""
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
