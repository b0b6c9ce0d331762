"""Texts as numbers: strictly, as Integer() and Float() read them, or as far as it goes."""

from __future__ import annotations

from math import isfinite

from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import to_bytes, to_int
from duckrow.ruby.errors import LimitError, RubyError, argument_error, type_error
from duckrow.ruby.interpreter import MOST_DIGITS
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.number_text import (
    Digits,
    leading_digits,
    leading_fraction,
    only_digits,
    only_fraction,
)
from duckrow.ruby.values.quoting import inspect_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def check_radix(ruby: Interpreter, radix: object) -> int:
    """Return a radix, which must be one that digits and letters can write."""
    number = to_int(ruby, radix)
    if number == 1 or abs(number) > 36:
        raise argument_error(f"invalid radix {number}")
    return number


def leading_integer(ruby: Interpreter, text: str, radix: object = 10) -> int:
    """Read the number that a text begins with: "12abc".to_i."""
    if radix == 10 and text.isdigit() and text.isascii():
        return _number(Digits(1, text, 10, ""))
    found = leading_digits(text, check_radix(ruby, radix))
    return 0 if found is None else _number(found)


def _number(found: Digits) -> int:
    if len(found.digits) > MOST_DIGITS:
        raise LimitError(f"a whole number of more than {MOST_DIGITS} digits")
    return found.number()


def strict_integer(ruby: Interpreter, text: str, radix: int | None = None) -> int:
    """Read a text that must be a number and nothing else: Integer("0x1f")."""
    found = only_digits(text, 0 if radix is None else check_radix(ruby, radix))
    if found is None:
        raise argument_error(f"invalid value for Integer(): {inspect(ruby, text)}")
    return _number(found)


def integer_of(ruby: Interpreter, value: Any, radix: int | None = None) -> int:
    """Make a whole number of a value, as Integer() does."""
    kind = type(value)
    if kind is int:
        return value  # type: ignore[no-any-return]
    if isinstance(value, str):
        return strict_integer(ruby, value, radix)
    if kind is float:
        return whole(ruby, value)
    if value is not None and kind is not bool:
        from duckrow.ruby.dispatch import responds_to, send

        if responds_to(ruby, value, "to_i"):
            return int(send(ruby, value, "to_i"))
    raise type_error(f"can't convert {conversion_name(value)} into Integer")


def whole(ruby: Interpreter, value: float) -> int:
    """Cut the fraction off."""
    if not isfinite(value):
        raise RubyError("FloatDomainError", to_s(ruby, value))
    return int(value)


def leading_float(_ruby: Interpreter, text: str) -> float:
    """Read the number that a text begins with: "1.5 m".to_f."""
    return leading_fraction(text)


def strict_float(_ruby: Interpreter, value: Any) -> float:
    """Make a float of a value, as Float() does."""
    kind = type(value)
    if kind is float:
        return value  # type: ignore[no-any-return]
    if kind is int:
        try:
            return float(value)
        except OverflowError:
            return float("-inf") if value < 0 else float("inf")
    if not isinstance(value, str):
        raise type_error(f"can't convert {conversion_name(value)} into Float")
    if "\0" in value:
        raise argument_error("string for Float contains null byte")
    number = only_fraction(value)
    if number is not None:
        return number
    # Ruby no longer knows the encoding of the text here: it shows bytes.
    raise argument_error(f"invalid value for Float(): {inspect_bytes(to_bytes(value))}")
