"""The methods of floats."""

from __future__ import annotations

from math import ceil, floor, frexp, inf, isfinite, isnan, nextafter

from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.numbers.integer import ceiled, floored, rounded
from duckrow.ruby.core.numbers.numeric import (
    as_float,
    float_power,
    float_quotient,
    half_of,
    number,
)
from duckrow.ruby.core.numbers.read_numbers import whole
from duckrow.ruby.values.numbers import float_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_DIGITS = 17  # the most significant digits of a float


def _power(ruby: Interpreter, self: float, other: Any) -> float:
    return float_power(self, as_float(ruby, number(ruby, self, other)))


# ---- rounding


def _is_exact(value: float, digits: int) -> bool:
    """Return whether there are so many digits that nothing is rounded."""
    exponent = frexp(value)[1]
    room = int(exponent / 4) if exponent > 0 else int(exponent / 3) - 1
    return digits >= _DIGITS - room


def _is_nothing(value: float, digits: int) -> bool:
    """Return whether there are so few digits that nothing is left."""
    exponent = frexp(value)[1]
    return digits < -(int(exponent / 3) + 1 if exponent > 0 else int(exponent / 4))


def _round(ruby: Interpreter, self: float, *arguments: object) -> object:
    given, mode = half_of(arguments)
    digits = 0 if given is None else to_int(ruby, given)
    if digits > 0:
        if self == 0 or not isfinite(self) or _is_exact(self, digits):
            return self
        if _is_nothing(self, digits):
            return 0.0
        if digits > 14:
            return _round_exactly(self, digits, mode)
        factor = 10.0**digits
        return _half(self, factor, mode) / factor
    if digits == 0:
        return whole(ruby, _half(self, 1.0, mode) if isfinite(self) else self)
    return rounded(ruby, whole(ruby, self), *arguments)


def _half(value: float, factor: float, mode: str) -> float:
    """Round a product; where the product is not exact, the quotient decides."""
    scaled = abs(value) * factor
    made = float(floor(scaled + 0.5)) if scaled < 2**52 else scaled
    if scaled + 0.5 != scaled and made - scaled > 0.5:
        made -= 1.0  # adding a half rounded up by itself
    if factor != 1.0 and mode == "up" and (made + 0.5) / factor <= abs(value):
        made += 1.0
    if mode != "up" and made - scaled == 0.5 and (mode == "down" or made % 2 == 1):
        made -= 1.0
    return -made if value < 0 else made


def _round_exactly(value: float, digits: int, mode: str) -> float:
    from fractions import Fraction

    scaled = abs(Fraction(value)) * 10**digits
    low = floor(scaled)
    rest = scaled - low
    half = Fraction(1, 2)
    is_up = rest > half or (rest == half and (mode == "up" or (mode == "even" and low % 2 == 1)))
    made = float(Fraction(low + is_up, 10**digits))
    return -made if value < 0 else made


def _floor(ruby: Interpreter, self: float, digits: object = 0) -> object:
    count = to_int(ruby, digits)
    if count > 0:
        if self == 0 or not isfinite(self) or _is_exact(self, count):
            return self
        if self > 0 and _is_nothing(self, count):
            return 0.0
        factor = 10.0**count
        low = floor(self * factor)
        made = (low + 1) / factor
        return made if made <= self else low / factor
    return floored(ruby, floor(self) if isfinite(self) else whole(ruby, self), count)


def _ceil(ruby: Interpreter, self: float, digits: object = 0) -> object:
    count = to_int(ruby, digits)
    if count > 0:
        if self == 0 or not isfinite(self) or _is_exact(self, count):
            return self
        if self < 0 and _is_nothing(self, count):
            return -0.0
        factor = 10.0**count
        high = ceil(self * factor)
        made = (high - 1) / factor
        return made if made >= self else high / factor
    return ceiled(ruby, ceil(self) if isfinite(self) else whole(ruby, self), count)


def _truncate(ruby: Interpreter, self: float, digits: object = 0) -> object:
    return _floor(ruby, self, digits) if self > 0 else _ceil(ruby, self, digits)


def _is_infinite(_ruby: Interpreter, self: float) -> int | None:
    if isfinite(self) or isnan(self):
        return None
    return 1 if self > 0 else -1


METHODS: dict[str, Callable[..., object]] = {
    "to_s": lambda _ruby, self: float_text(self),
    "inspect": lambda _ruby, self: float_text(self),
    "to_i": whole,
    "to_f": lambda _ruby, self: self,
    "**": _power,
    "quo": lambda ruby, self, other: float_quotient(
        self, as_float(ruby, number(ruby, self, other))
    ),
    "round": _round,
    "floor": _floor,
    "ceil": _ceil,
    "truncate": _truncate,
    "nan?": lambda _ruby, self: isnan(self),
    "finite?": lambda _ruby, self: isfinite(self),
    "infinite?": _is_infinite,
    "integer?": lambda _ruby, _: False,
    "next_float": lambda _ruby, self: nextafter(self, inf),
    "prev_float": lambda _ruby, self: nextafter(self, -inf),
    "hash": lambda _ruby, self: hash(self),
}
