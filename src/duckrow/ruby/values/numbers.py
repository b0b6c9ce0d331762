"""Numbers as text, and decimal digits of any length as a number."""

from __future__ import annotations

_MANY_DIGITS = 4_000  # Python cannot convert much longer decimals in one go


def number_text(value: int | float) -> str:
    """Write a number as interpolation does."""
    return float_text(value) if isinstance(value, float) else integer_text(value)


def float_text(value: float) -> str:
    """Write a float: like Python, but 1e+20 as 1.0e+20, and from 1.0e+15 if it has no fraction."""
    text = repr(value)
    if "n" in text:
        return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[text]
    mantissa, e, exponent = text.partition("e")
    if e:
        return text if "." in mantissa else f"{mantissa}.0e{exponent}"
    if abs(value) < 1e15 or not text.endswith(".0"):
        return text
    # Sixteen digits and no more: the next power of ten already has an exponent in Python.
    sign = "-" if value < 0 else ""
    digits = text[len(sign) : -2]
    return f"{sign}{digits[0]}.{digits[1:].rstrip('0') or '0'}e+15"


def integer_text(value: int) -> str:
    """Write an integer, however long."""
    if value.bit_length() < 64:
        return str(value)  # nearly all there are; the limit below takes long to work out
    limit = 10**_MANY_DIGITS
    if -limit < value < limit:
        return str(value)
    sign = "-" if value < 0 else ""
    rest, parts = abs(value), []
    while rest >= limit:
        rest, part = divmod(rest, limit)
        parts.append(f"{part:0{_MANY_DIGITS}}")
    return sign + str(rest) + "".join(reversed(parts))


def read_digits(digits: str, radix: int = 10) -> int:
    """Read a text that is known to be digits of the radix, however long."""
    if radix != 10 or len(digits) <= _MANY_DIGITS:
        return int(digits, radix)
    value = 0
    for i in range(0, len(digits), _MANY_DIGITS):
        part = digits[i : i + _MANY_DIGITS]
        value = value * 10 ** len(part) + int(part)
    return value
