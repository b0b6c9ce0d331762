"""Numbers as the reference's platform prints them with a directive.

Two peculiarities: a negative number in base 2, 8 or 16 without a sign flag is printed as its
endless two's complement, `..f` and so on; floats can be printed in base 16.
"""

from __future__ import annotations

from math import frexp, isfinite, isnan

from duckrow.ruby.formatting.halves import even_neighbour, keeps_zeros
from duckrow.ruby.values.numbers import integer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.formatting.directive import Directive

_BITS = {"b": 1, "B": 1, "o": 3, "x": 4, "X": 4}
_DIGITS = "0123456789abcdef"
_PREFIXES = {"b": "0b", "B": "0B", "o": "0", "x": "0x", "X": "0X"}


def integer(directive: Directive, value: int) -> str:
    """Print an integer in the base that the directive names."""
    bits = _BITS.get(directive.letter)
    is_endless = bits is not None and value < 0 and not directive.plus and not directive.space
    sign = ""
    if not is_endless:
        sign = "-" if value < 0 else "+" if directive.plus else " " if directive.space else ""
    if bits is None:
        digits = integer_text(abs(value))
    elif is_endless:
        digits = _endless(value, bits)
    else:
        digits = _in_base(abs(value), bits)
    if directive.letter == "X":
        digits = digits.upper()
    prefix = _PREFIXES.get(directive.letter, "") if directive.alternate else ""
    filler = digits[0] if is_endless else "0"
    return _laid_out(directive, sign, prefix, digits, filler, is_endless)


def _laid_out(
    directive: Directive, sign: str, prefix: str, digits: str, filler: str, is_endless: bool
) -> str:
    precision = directive.precision
    lead = ".." if is_endless else ""
    if prefix == "0":
        prefix, digits, precision = _octal_prefix(digits, precision, is_endless)
    elif digits == "0":
        prefix = ""
    head = sign + prefix + lead
    width = (directive.width or 0) - len(head)
    if directive.zero and not directive.left and precision is None:
        return head + filler * (width - len(digits)) + digits
    if precision is not None:
        # Precision counts the two dots of an endless number, but no sign or prefix.
        if not prefix and precision == 0 and digits == "0":
            digits = ""
        digits = filler * (precision - len(lead) - len(digits)) + digits
    padding = " " * (width - len(digits))
    return head + digits + padding if directive.left else padding + head + digits


def _octal_prefix(
    digits: str, precision: int | None, is_endless: bool
) -> tuple[str, str, int | None]:
    """Return the octal prefix, 0 unless another zero leads; and digits and precision."""
    if is_endless:
        return "", digits, precision
    if digits == "0":
        return "0", "", None if precision is None else precision - 1
    return ("" if precision is not None and precision > len(digits) else "0"), digits, precision


def _in_base(value: int, bits: int) -> str:
    return format(value, {1: "b", 3: "o", 4: "x"}[bits])


def _endless(value: int, bits: int) -> str:
    """Return the digits of a negative number, beginning with the digit that repeats."""
    count = (value + 1).bit_length() // bits + 1
    digits = _in_base(value + (1 << (count * bits)), bits)
    last = _DIGITS[(1 << bits) - 1]
    return last + digits.lstrip(last)


def float_(directive: Directive, value: float) -> str:
    """Print a float in the notation that the directive names."""
    if not isfinite(value):
        return _unbounded(directive, value)
    if directive.letter in "aA":
        return _hexadecimal(directive, value)
    precision = 6 if directive.precision is None else directive.precision
    neighbour = even_neighbour(value, directive.letter, precision)
    if neighbour is not None:
        is_cut = directive.letter in "gG" and not directive.alternate
        if is_cut and keeps_zeros(value, neighbour, precision):
            return _with_zeros(directive, neighbour, precision)
        value = neighbour
    flags = "".join(
        flag
        for flag, is_given in (
            ("#", directive.alternate),
            ("0", directive.zero),
            ("-", directive.left),
            (" ", directive.space),
            ("+", directive.plus),
        )
        if is_given
    )
    width = "" if directive.width is None else str(directive.width)
    return f"%{flags}{width}.{precision}{directive.letter}" % value


def _with_zeros(directive: Directive, value: float, precision: int) -> str:
    """Print all digits of a number that was rounded as a half, including zeros at the end."""
    sign = "-" if value < 0 else "+" if directive.plus else " " if directive.space else ""
    digits = f"%#.{precision}{directive.letter}" % abs(value)
    digits = digits.removesuffix(".").replace(".e", "e").replace(".E", "E")
    if directive.zero and not directive.left:
        digits = digits.rjust((directive.width or 0) - len(sign), "0")
    return directive.padded(sign + digits)


def _unbounded(directive: Directive, value: float) -> str:
    sign = "-" if value < 0 else "+" if directive.plus else " " if directive.space else ""
    return directive.padded(sign + ("NaN" if isnan(value) else "Inf"))


def _hexadecimal(directive: Directive, value: float) -> str:
    sign = "-" if value.hex()[0] == "-" else "+" if directive.plus else ""
    sign = sign or (" " if directive.space else "")
    mantissa, exponent = _normal(abs(value))
    digits = f"{mantissa:014x}"  # one before the point, thirteen behind it
    precision = directive.precision
    if precision is None:
        digits = digits[0] + digits[1:].rstrip("0")
    elif precision < 13:
        rounded = _rounded(mantissa, 4 * (13 - precision))
        if rounded >> (4 * precision) == 2:  # 1.f… became 2.0: one more power of two
            rounded, exponent = rounded >> 1, exponent + 1
        digits = f"{rounded:0{precision + 1}x}"
    else:
        digits += "0" * (precision - 13)
    point = "." if len(digits) > 1 or directive.alternate else ""
    body = f"{digits[0]}{point}{digits[1:]}p{exponent:+d}"
    prefix = "0x"
    if directive.letter == "A":
        prefix, body = "0X", body.upper()
    if directive.zero and not directive.left:
        body = body.rjust((directive.width or 0) - len(sign) - 2, "0")
    return directive.padded(sign + prefix + body)


def _normal(value: float) -> tuple[int, int]:
    """Return a mantissa of 53 bits and its exponent, for the smallest numbers too."""
    if value == 0:
        return 0, 0
    fraction, exponent = frexp(value)
    return int(fraction * (1 << 53)), exponent - 1


def _rounded(mantissa: int, bits: int) -> int:
    """Drop bits, rounding to the nearest value and halves to even."""
    kept, rest = divmod(mantissa, 1 << bits)
    half = 1 << (bits - 1)
    return kept + (1 if rest > half or (rest == half and kept % 2) else 0)
