"""Rounding to a number of digits as the reference's platform does it.

The platform first computes the digits in plain floating point, and knows how large the error may
be. If the remainder is within that error of one half, the platform treats it as one half and rounds
to the even neighbour. So 2.675, whose exact value is a little less, is 2.68 with two decimals, and
12.500000000000004 is 12 with none. Exact rounding, which Python has, differs in about one of three
numbers that were written with one digit too many.
"""

from __future__ import annotations

from math import copysign, frexp

_TENS = tuple(float(f"1e{exponent}") for exponent in range(23))
_BIG_TENS = (1e16, 1e32, 1e64, 1e128, 1e256)
_MOST_DIGITS = 14  # with more the platform is exact
_SMALLEST = 2.2250738585072014e-308  # below, numbers lose digits, and the platform is exact
_UNIT = 2.0**-52


def even_neighbour(value: float, letter: str, precision: int) -> float | None:
    """Return the number to print instead of a value that counts as a half; None for others."""
    rest = abs(value)
    if rest < _SMALLEST:
        return None
    exponent, is_guess = _exponent(rest)
    if letter in "fF":
        count = least = precision + 1 + exponent
        least -= 1
    else:
        count = least = precision + 1 if letter in "eE" else max(precision, 1)
    if not 0 < count <= _MOST_DIGITS:
        return None
    rest, errors = _scaled(rest, exponent)
    if is_guess and rest < 1.0:
        if least <= 0:
            return None
        count, exponent, rest, errors = least, exponent - 1, rest * 10.0, errors + 1
    doubt = (errors * rest + 7.0) * _UNIT * _TENS[count - 1]
    digits = 0
    for _ in range(count - 1):
        digit = int(rest)
        digits = digits * 10 + digit
        rest = (rest - digit) * 10.0
        if not rest:
            return None
    digit = int(rest)
    digits = digits * 10 + digit
    rest -= digit
    if not rest or rest > 0.5 + doubt or rest < 0.5 - doubt:
        return None
    digits += digits % 2
    # So few digits come back from a float as they went in.
    return copysign(float(f"{digits}e{exponent - count + 1}"), value)


def keeps_zeros(value: float, neighbour: float, count: int) -> bool:
    """Return whether %g keeps zeros at the end: where exact rounding would have gone up.

    So it does for a whole number that is exactly in the middle, if it is not too large.
    """
    if abs(neighbour) > abs(value):
        return False
    shown = f"{abs(neighbour):.{max(count, 1)}e}"
    half = int(shown.partition("e")[0].replace(".", "")) + 5
    power = int(shown.partition("e")[2]) - max(count, 1)
    above, below = abs(value).as_integer_ratio()
    left, right = above * 10 ** max(-power, 0), half * below * 10 ** max(power, 0)
    return left > right or (left == right and abs(value) < 1e15)


def _exponent(value: float) -> tuple[int, bool]:
    """Return the power of ten of the first digit, which may be one too many if it is a guess."""
    mantissa, power = frexp(value)
    guess = (mantissa * 2 - 1.5) * 0.289529654602168 + 0.1760912590558
    guess += (power - 1) * 0.301029995663981
    exponent = int(guess)
    if guess < 0 and guess != exponent:
        exponent -= 1
    if 0 <= exponent < len(_TENS):
        return exponent - (value < _TENS[exponent]), False
    return exponent, True


def _scaled(value: float, exponent: int) -> tuple[float, int]:
    """Scale to one digit before the point; return also the number of inexact steps."""
    errors = 2
    high = abs(exponent) >> 4
    scale = _TENS[abs(exponent) & 15]
    if exponent > 0:
        if high & 16:
            high &= 15
            value /= _BIG_TENS[-1]
            errors += 1
        for index, ten in enumerate(_BIG_TENS):
            if high >> index & 1:
                scale *= ten
                errors += 1
        return value / scale, errors
    value *= scale
    for index, ten in enumerate(_BIG_TENS):
        if high >> index & 1:
            value *= ten
            errors += 1
    return value, errors
