"""Numbers in texts, as Ruby's Integer(), Float() and their lenient siblings read them.

Digits may have single underscores between them, and a text blanks around it. A prefix tells the
radix: 0x, 0o or 0, 0b, 0d.
"""

from __future__ import annotations

from duckrow.ruby.values.numbers import read_digits
from duckrow.source.lazy_pattern import LazyPattern

_PREFIXES = {"0b": 2, "0o": 8, "0d": 10, "0x": 16}
_NAMES = {2: "0b", 8: "0o", 10: "0d", 16: "0x"}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SPACE = "\t\n\v\f\r "
_UNDERSCORED = r"[0-9]+(?:_[0-9]+)*"
_LOOSE = LazyPattern(
    rf"[\t\n\v\f\r ]*([+-]?{_UNDERSCORED}(?:\.{_UNDERSCORED})?(?:[eE][+-]?{_UNDERSCORED})?)"
)
_LOOSE_FRACTION = LazyPattern(rf"[\t\n\v\f\r ]*([+-]?\.{_UNDERSCORED}(?:[eE][+-]?{_UNDERSCORED})?)")
_STRICT = LazyPattern(
    rf"[\t\n\v\f\r ]*([+-]?(?:{_UNDERSCORED})?(?:\.{_UNDERSCORED})?(?:[eE][+-]?{_UNDERSCORED})?)"
    r"[\t\n\v\f\r ]*"
)
_HEX = (
    r"0[xX](?:[0-9a-fA-F]|(?<=[0-9])_(?=[0-9]))+"
    rf"(?:(?:\.[0-9a-fA-F]+)?[pP][+-]?{_UNDERSCORED})?"
)
_HEXADECIMAL = LazyPattern(rf"[\t\n\v\f\r ]*([+-]?{_HEX})[\t\n\v\f\r ]*")
_LOOSE_HEXADECIMAL = LazyPattern(rf"[\t\n\v\f\r ]*([+-]{_HEX})(?![0-9a-fA-F.])")


class Digits:
    """A whole number at the start of a text: its sign, digits and radix, and the text behind it."""

    __slots__ = ("digits", "radix", "rest", "sign")

    def __init__(self, sign: int, digits: str, radix: int, rest: str) -> None:
        self.sign = sign
        self.digits = digits
        self.radix = radix
        self.rest = rest

    def number(self) -> int:
        return self.sign * read_digits(self.digits, self.radix)


def leading_digits(text: str, radix: int = 0) -> Digits | None:
    """Find the whole number that a text begins with; radix 0 follows the prefix."""
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
            digits_at = 2 if rest[1] == "_" else 1
            if _DIGITS.find(rest[digits_at : digits_at + 1].lower() or "x") not in range(8):
                return Digits(sign, "0", 10, rest[1:])
            radix, rest = 8, rest[digits_at:]
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
                return Digits(sign, "0", 10, rest[1:])
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
        return None
    return Digits(sign, "".join(digits), radix, rest[at:])


def only_digits(text: str, radix: int = 0) -> Digits | None:
    """Find the whole number that a text consists of, as Integer() does."""
    found = leading_digits(text, radix)
    if found is None or found.rest.strip(_SPACE) or text.lstrip(_SPACE)[:1] == "_":
        return None
    return found


def leading_integer(text: str) -> int:
    """Read the decimal number that a text begins with, as to_i does; without one it is 0."""
    found = leading_digits(text, 10)
    return 0 if found is None else found.number()


def leading_fraction(text: str) -> float:
    """Read the float that a text begins with, as to_f does; without one it is 0.0.

    Hexadecimal digits are read only behind a sign.
    """
    if found := _LOOSE_HEXADECIMAL.match(text):
        return _hexadecimal(found[1])
    found = _LOOSE.match(text) or _LOOSE_FRACTION.match(text)
    if found is None or (found[1] == "-0" and text[found.end() :][:1] in ("x", "X")):
        return 0.0
    return float(found[1].replace("_", ""))


def only_fraction(text: str) -> float | None:
    """Read the float that a text consists of, as Float() does."""
    if found := _HEXADECIMAL.fullmatch(text):
        return _hexadecimal(found[1])
    found = _STRICT.fullmatch(text)
    if found and found[1].strip("+-") and found[1].strip("+-")[0] not in "eE":
        return float(found[1].replace("_", ""))
    return None


def _hexadecimal(digits: str) -> float:
    try:
        return float.fromhex(digits.replace("_", ""))
    except OverflowError:
        return float("-inf") if digits[0] == "-" else float("inf")
