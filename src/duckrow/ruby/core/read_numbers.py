"""Texts as numbers: strictly, as Integer() and Float() read them, or as far as it goes."""

from __future__ import annotations

import re
from math import isfinite

from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import kind_of, to_bytes, to_int
from duckrow.ruby.errors import LimitError, RubyError, argument_error, type_error
from duckrow.ruby.interpreter import MOST_DIGITS
from duckrow.ruby.values.numbers import read_digits
from duckrow.ruby.values.quoting import inspect_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_PREFIXES = {"0b": 2, "0o": 8, "0d": 10, "0x": 16}
_NAMES = {2: "0b", 8: "0o", 10: "0d", 16: "0x"}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SPACE = "\t\n\v\f\r "
_UNDERSCORED = r"[0-9]+(?:_[0-9]+)*"
_LOOSE = re.compile(
    rf"[\t\n\v\f\r ]*([+-]?{_UNDERSCORED}(?:\.{_UNDERSCORED})?(?:[eE][+-]?{_UNDERSCORED})?)"
)
_LOOSE_FRACTION = re.compile(rf"[\t\n\v\f\r ]*([+-]?\.{_UNDERSCORED}(?:[eE][+-]?{_UNDERSCORED})?)")
_STRICT = re.compile(
    rf"[\t\n\v\f\r ]*([+-]?(?:{_UNDERSCORED})?(?:\.{_UNDERSCORED})?(?:[eE][+-]?{_UNDERSCORED})?)"
    r"[\t\n\v\f\r ]*"
)
_HEXADECIMAL = re.compile(
    r"[\t\n\v\f\r ]*([+-]?0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*(?:\.[0-9a-fA-F]+)?"
    r"(?:[pP][+-]?[0-9]+)?)[\t\n\v\f\r ]*"
)


def check_radix(ruby: Interpreter, radix: Any) -> int:
    """Give a radix, which must be one that digits and letters can write."""
    number = to_int(ruby, radix)
    if number == 1 or abs(number) > 36:
        raise argument_error(f"invalid radix {number}")
    return number


def leading_integer(ruby: Interpreter, text: str, radix: Any = 10) -> int:
    """Read the number that a text begins with: "12abc".to_i."""
    if radix == 10 and text.isdigit() and text.isascii():
        return _number(text)
    number, _ = _read(text, check_radix(ruby, radix))
    return number or 0


def _number(digits: str, radix: int = 10) -> int:
    if len(digits) > MOST_DIGITS:
        raise LimitError(f"a whole number of more than {MOST_DIGITS} digits")
    return read_digits(digits, radix)


def _read(text: str, radix: int) -> tuple[int | None, str]:
    """Read a number, and give what is behind it."""
    rest = text.lstrip(_SPACE)
    sign = -1 if rest[:1] == "-" else 1
    if rest[:1] in ("+", "-"):
        rest = rest[1:]
    prefix = rest[:2].lower()
    if radix < 2:
        # The prefix tells the radix; without one it is the absolute value, or ten.
        if prefix in _PREFIXES:
            radix, rest = _PREFIXES[prefix], rest[2:]
        elif rest[:1] == "0" and radix > -2 and len(rest) > 1:
            radix, rest = 8, rest[1:].removeprefix("_") if rest[1:2] == "_" else rest[1:]
            if not rest or _DIGITS.find(rest[0].lower()) not in range(8):
                return 0, rest
        else:
            radix = 10 if radix > -2 else -radix
        is_prefixed = True
    else:
        is_prefixed = prefix == _NAMES.get(radix)
        if is_prefixed:
            after = rest[2:3].lower()
            if after and after in _DIGITS[:radix]:
                rest = rest[2:]
            else:
                return 0, rest[1:]
    known = _DIGITS[:radix]
    at = 0
    digits: list[str] = []
    while at < len(rest):
        char = rest[at].lower()
        if char in known:
            digits.append(char)
        elif not (char == "_" and digits and rest[at - 1] != "_"):
            break
        at += 1
    if rest[at - 1 : at] == "_" and at:
        at -= 1
    if not digits:
        return None, rest
    return sign * _number("".join(digits), radix), rest[at:]


def strict_integer(ruby: Interpreter, text: str, radix: int | None = None) -> int:
    """Read a text that must be a number and nothing else: Integer("0x1f")."""
    if radix is None and text.isdigit() and text.isascii() and text[0] != "0":
        return _number(text)
    number, rest = _read(text, 0 if radix is None else check_radix(ruby, radix))
    if number is None or rest.strip(_SPACE) or text.lstrip(_SPACE)[:1] == "_":
        raise argument_error(f"invalid value for Integer(): {inspect(ruby, text)}")
    return number


def integer_of(ruby: Interpreter, value: Any, radix: int | None = None) -> int:
    """Make a whole number of a value, as Integer() does."""
    kind = type(value)
    if kind is int:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return strict_integer(ruby, value, radix)
    if kind is float:
        return whole(ruby, value)
    if value is not None and kind is not bool:
        from duckrow.ruby.dispatch import responds_to, send

        if responds_to(ruby, value, "to_i"):
            return int(send(ruby, value, "to_i"))
    raise type_error(f"can't convert {kind_of(ruby, value)} into Integer")


def whole(ruby: Interpreter, value: float) -> int:
    """Cut the fraction off."""
    if not isfinite(value):
        raise RubyError("FloatDomainError", to_s(ruby, value))
    return int(value)


def leading_float(_ruby: Interpreter, text: str) -> float:
    """Read the number that a text begins with: "1.5 m".to_f."""
    found = _LOOSE.match(text) or _LOOSE_FRACTION.match(text)
    return float(found[1].replace("_", "")) if found else 0.0


def strict_float(ruby: Interpreter, value: Any) -> float:
    """Make a float of a value, as Float() does."""
    kind = type(value)
    if kind is float:
        return value  # type: ignore[no-any-return]
    if kind is int:
        try:
            return float(value)
        except OverflowError:
            return float("-inf") if value < 0 else float("inf")
    if kind is not str:
        raise type_error(f"can't convert {kind_of(ruby, value)} into Float")
    if "\0" in value:
        raise argument_error("string for Float contains null byte")
    if found := _HEXADECIMAL.fullmatch(value):
        return float.fromhex(found[1].replace("_", ""))
    found = _STRICT.fullmatch(value)
    if found and found[1].strip("+-") and found[1].strip("+-")[0] not in "eE":
        return float(found[1].replace("_", ""))
    # Ruby no longer knows the encoding of the text here: it shows bytes.
    raise argument_error(f"invalid value for Float(): {inspect_bytes(to_bytes(value))}")
