"""Conversions of arguments: to an integer, a string, a pattern.

A Python string has the characters of a Ruby string in UTF-8. Bytes that are not UTF-8 are kept as
lone surrogates, so `to_bytes` returns the bytes of every string unchanged.
"""

from __future__ import annotations

from math import isfinite

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.kinds import RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_LONG = 2**63


def to_int(ruby: Interpreter, value: Any) -> int:
    """Convert an argument to an integer."""
    kind = type(value)
    if kind is int:
        if -_LONG <= value < _LONG:
            return value  # type: ignore[no-any-return]
        raise RubyError("RangeError", "bignum too big to convert into `long'")
    if kind is float:
        if not isfinite(value):
            raise RubyError("FloatDomainError", to_s(ruby, value))
        if not -_LONG <= value < _LONG:
            raise RubyError("RangeError", f"float {value:.10g} out of range of integer")
        return int(value)
    if value is None:
        raise type_error("no implicit conversion from nil to integer")
    own = _asked(ruby, value, "to_int")
    if type(own) is int:
        return own
    raise _no_conversion(value, "Integer")


def to_str(ruby: Interpreter, value: object) -> str:
    """Return the text that an argument is."""
    if isinstance(value, str):
        return value
    own = _asked(ruby, value, "to_str")
    if type(own) is str:
        return own
    raise _no_conversion(value, "String")


def to_name(ruby: Interpreter, value: object) -> str:
    """Return the name that a symbol or text is."""
    if type(value) is Symbol:
        return value.name
    if isinstance(value, str):
        return value

    raise type_error(f"{inspect(ruby, value)} is not a symbol nor a string")


def _asked(ruby: Interpreter, value: object, name: str) -> Any:
    """Call a conversion method of an object whose class is written in Ruby; None without one."""
    if not isinstance(value, RubyObject) or value.class_.find_method(name) is None:
        return None
    from duckrow.ruby.dispatch import send

    return send(ruby, value, name)


def _no_conversion(value: object, into: str) -> RubyError:
    return type_error(f"no implicit conversion of {conversion_name(value)} into {into}")


def to_bytes(text: str) -> bytes:
    """Return the bytes of a string."""
    return text.encode("utf-8", "surrogateescape")


def from_bytes(data: bytes) -> str:
    """Return the string of bytes."""
    return data.decode("utf-8", "surrogateescape")


def no_block() -> RubyError:
    return RubyError("LocalJumpError", "no block given (yield)")


def character(code: int) -> str:
    """Return the character of a number that is appended to a string."""
    if not 0 <= code <= 0x10FFFF:
        shown = code if abs(code) < 2**62 else "bignum"
        raise RubyError("RangeError", f"{shown} out of char range")
    if 0xD800 <= code <= 0xDFFF:
        raise RubyError("RangeError", f"invalid codepoint 0x{code:X} in UTF-8")
    return chr(code)
