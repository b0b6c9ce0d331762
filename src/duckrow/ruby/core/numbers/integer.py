"""The methods of whole numbers."""

from __future__ import annotations

from math import gcd, lcm

from duckrow.ruby.core.collections.iteration import Enumerator
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.numbers.numeric import (
    INFINITY,
    as_float,
    float_power,
    float_quotient,
    half_of,
    not_coerced,
    number,
    ordered,
)
from duckrow.ruby.core.numbers.read_numbers import check_radix, whole
from duckrow.ruby.errors import (
    LimitError,
    RubyError,
    UnsupportedError,
    argument_error,
    type_error,
)
from duckrow.ruby.interpreter import MOST_DIGITS, check_number
from duckrow.ruby.values.kinds import Range
from duckrow.ruby.values.numbers import integer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST_BITS = 32 * 1024 * 1024


def in_base(value: int, base: int) -> str:
    """Write a whole number with the digits of a base."""
    if base == 10:
        return integer_text(value)
    if base in (2, 8, 16):
        return format(value, {2: "b", 8: "o", 16: "x"}[base])
    rest, out = abs(value), []
    while rest:
        rest, digit = divmod(rest, base)
        out.append(_DIGITS[digit])
    return ("-" if value < 0 else "") + ("".join(reversed(out)) or "0")


def _text(ruby: Interpreter, self: int, base: object = 10) -> str:
    if base == 10:
        return integer_text(self)
    radix = to_int(ruby, base)
    if radix < 2 or radix > 36:
        raise argument_error(f"invalid radix {radix}")
    return in_base(self, check_radix(ruby, radix))


def power(ruby: Interpreter, self: int, other: Any, modulus: Any = None) -> Any:
    other = number(ruby, self, other)
    if modulus is not None:
        return _modular(ruby, self, other, modulus)
    if type(other) is float:
        return float_power(as_float(ruby, self), other)
    if other < 0:
        raise UnsupportedError("rational numbers")
    if self.bit_length() * other > _MOST_BITS and self not in (0, 1, -1):
        return INFINITY
    if self.bit_length() * other > 4 * MOST_DIGITS and self not in (0, 1, -1):
        raise LimitError(f"a whole number of more than {MOST_DIGITS} digits")
    return self**other


def _modular(_ruby: Interpreter, self: int, other: object, modulus: object) -> int:
    if type(other) is not int or type(modulus) is not int:
        raise type_error("Integer#pow() 2nd argument not allowed unless all arguments are integers")
    if other < 0:
        raise RubyError(
            "RangeError",
            "Integer#pow() 1st argument cannot be negative when 2nd argument specified",
        )
    if modulus == 0:
        raise RubyError("ZeroDivisionError", "divided by 0")
    return pow(self, other, modulus)


def _quo(ruby: Interpreter, self: int, other: Any) -> float:
    if type(number(ruby, self, other)) is int:
        raise UnsupportedError("rational numbers")
    return float_quotient(as_float(ruby, self), other)


# ---- bits


def _bits(ruby: Interpreter, self: int, other: object) -> int:
    if type(other) is int:
        return other
    raise not_coerced(ruby, self, other)


def _left(ruby: Interpreter, self: int, other: object) -> int:
    count = _width(ruby, other)
    if count < 0:
        return self >> min(-count, _MOST_BITS)
    if self and count > _MOST_BITS:
        raise RubyError("RangeError", "shift width too big")
    return check_number(self << count) if self and count < 4 * MOST_DIGITS else _too_far(ruby, self)


def _too_far(_ruby: Interpreter, self: int) -> int:
    if self:
        raise LimitError(f"a whole number of more than {MOST_DIGITS} digits")
    return 0


def _width(ruby: Interpreter, value: object) -> int:
    if type(value) is int:
        return value
    if value is None:
        raise type_error("no implicit conversion of nil into Integer")
    return whole(ruby, value) if type(value) is float else to_int(ruby, value)


def _right(ruby: Interpreter, self: int, other: object) -> int:
    return _left(ruby, self, -_width(ruby, other))


def _bit(ruby: Interpreter, self: int, index: object, count: object = None) -> int:
    if type(index) is Range:
        first = to_int(ruby, index.first) if index.first is not None else 0
        made = _right(ruby, self, first)
        if index.last is None:
            return made
        width = to_int(ruby, index.last) - first + (not index.excludes_last)
        return made & ((1 << width) - 1) if width > 0 else made
    at = to_int(ruby, index)
    if count is not None:
        width = to_int(ruby, count)
        return _right(ruby, self, at) & ((1 << width) - 1) if width >= 0 else _right(ruby, self, at)
    return 0 if at < 0 else (self >> at) & 1


# ---- rounding


def rounded(ruby: Interpreter, self: int, *arguments: object) -> int:
    digits, mode = half_of(arguments)
    digits = to_int(ruby, digits)
    if digits >= 0:
        return self
    unit = _unit(self, digits)
    if unit is None:
        return 0
    rest = abs(self) % unit
    low = abs(self) - rest
    is_up = 2 * rest > unit
    if 2 * rest == unit:
        is_up = mode == "up" or (mode == "even" and low // unit % 2 == 1)
    made = low + unit if is_up else low
    return -made if self < 0 else made


def _unit(value: int, digits: int) -> int | None:
    """Return the power of ten that is rounded to; None if it is far beyond the number."""
    return None if -digits > value.bit_length() // 3 + 2 else 10**-digits


def floored(ruby: Interpreter, self: int, digits: object = 0) -> int:
    digits = to_int(ruby, digits)
    if digits >= 0:
        return self
    unit = _unit(self, digits) or 10 ** min(-digits, 10_000)
    return self // unit * unit if self < 0 or unit <= abs(self) else 0


def ceiled(ruby: Interpreter, self: int, digits: object = 0) -> int:
    return -floored(ruby, -self, digits)


def truncated(ruby: Interpreter, self: int, digits: object = 0) -> int:
    return floored(ruby, self, digits) if self >= 0 else ceiled(ruby, self, digits)


# ---- going through


def _times(ruby: Interpreter, self: int, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "times")
    call = block.direct(1)
    for index in range(self):
        ruby.tick()
        call(ruby, index)
    return self


def _upto(ruby: Interpreter, self: int, last: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "upto", last)
    end = ordered(ruby, self, last)
    here = self
    call = block.direct(1)
    while here <= end:
        ruby.tick()
        call(ruby, here)
        here += 1
    return self


def _downto(ruby: Interpreter, self: int, last: object, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "downto", last)
    end = ordered(ruby, self, last)
    here = self
    call = block.direct(1)
    while here >= end:
        ruby.tick()
        call(ruby, here)
        here -= 1
    return self


# ---- parts


def _chr(_ruby: Interpreter, self: int, *encoding: object) -> str:
    if not 0 <= self < 2**32:
        shown = str(self) if abs(self) < 2**62 else "bignum"
        raise RubyError("RangeError", f"{shown} out of char range")
    if self > 255 and not encoding:
        raise RubyError("RangeError", f"{self} out of char range")
    if self > 127 and not encoding:
        return bytes((self,)).decode("utf-8", "surrogateescape")
    if self > 0x10FFFF or 0xD800 <= self <= 0xDFFF:
        raise RubyError("RangeError", f"invalid codepoint 0x{self:X} in UTF-8")
    return chr(self)


def _digits(ruby: Interpreter, self: int, base: object = 10) -> list[int]:
    radix = to_int(ruby, base)
    if radix < 0:
        raise argument_error("negative radix")
    if radix < 2:
        raise argument_error(f"invalid radix {radix}")
    if self < 0:
        raise RubyError("Math::DomainError", "out of domain")
    made, rest = [], self
    while True:
        rest, digit = divmod(rest, radix)
        made.append(digit)
        if not rest:
            return made


def _whole(value: object) -> int:
    if type(value) is int:
        return value
    raise type_error("not an integer")


METHODS: dict[str, Callable[..., object]] = {
    "to_s": _text,
    "inspect": _text,
    "to_i": lambda _ruby, self: self,
    "to_f": as_float,
    "quo": _quo,
    "**": power,
    "pow": power,
    "&": lambda ruby, self, other: self & _bits(ruby, self, other),
    "|": lambda ruby, self, other: self | _bits(ruby, self, other),
    "^": lambda ruby, self, other: self ^ _bits(ruby, self, other),
    "~": lambda _ruby, self: ~self,
    "<<": _left,
    ">>": _right,
    "[]": _bit,
    "allbits?": lambda ruby, self, mask: self & to_int(ruby, mask) == to_int(ruby, mask),
    "anybits?": lambda ruby, self, mask: self & to_int(ruby, mask) != 0,
    "nobits?": lambda ruby, self, mask: self & to_int(ruby, mask) == 0,
    "bit_length": lambda _ruby, self: (self if self >= 0 else ~self).bit_length(),
    "round": rounded,
    "floor": floored,
    "ceil": ceiled,
    "truncate": truncated,
    "times": _times,
    "upto": _upto,
    "downto": _downto,
    "chr": _chr,
    "ord": lambda _ruby, self: self,
    "digits": _digits,
    "succ": lambda _ruby, self: self + 1,
    "next": lambda _ruby, self: self + 1,
    "pred": lambda _ruby, self: self - 1,
    "even?": lambda _ruby, self: self % 2 == 0,
    "odd?": lambda _ruby, self: self % 2 == 1,
    "gcd": lambda _ruby, self, other: gcd(self, _whole(other)),
    "lcm": lambda _ruby, self, other: lcm(self, _whole(other)),
    "gcdlcm": lambda _ruby, self, other: [gcd(self, _whole(other)), lcm(self, _whole(other))],
    "integer?": lambda _ruby, _: True,
    "finite?": lambda _ruby, _: True,
    "infinite?": lambda _ruby, _: None,
    "numerator": lambda _ruby, self: self,
    "denominator": lambda _ruby, _: 1,
    "size": lambda _ruby, self: 8 if -(2**63) <= self < 2**63 else (self.bit_length() + 7) // 8,
    "hash": lambda _ruby, self: hash(self),
}
