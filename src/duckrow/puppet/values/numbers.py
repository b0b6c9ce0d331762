"""Strings as numbers.

The reference reads a string as a number in two ways. An operator is strict about the form and
silent about failure: `read_number` returns None. A conversion in the manifest (`Integer('0x1f')`)
first requires the form to match, and the failure is an error.
"""

from __future__ import annotations

from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.numbers import read_digits
from duckrow.ruby.values.quoting import inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_HEX = "0[xX][0-9A-Fa-f]+"
_BINARY = "0[bB][01]+"
_FRACTION = r"(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?"
_BLANKS = "\t \u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_BLANK = f"[{_BLANKS}]"
_NUMBER = (
    rf"(?P<sign>[-+]?){_BLANK}*"
    rf"(?P<digits>(?P<hex>{_HEX})|(?P<whole>[0-9]+)(?P<rest>{_FRACTION}))"
)
_ZERO_TO_SOME_POWER = r"\.?0*[eE].*"

_SIGN = r"[+-]?[ \t\n\v\f\r]*"
_INTEGER_FORM = rf"{_SIGN}(?:[0-9]+|{_HEX}|{_BINARY})"
_FLOAT_FORM = rf"{_SIGN}(?:(?:0|[1-9][0-9]*){_FRACTION}|{_HEX}|0[0-7]+|{_BINARY})"
_APART_FROM_SIGN = rf"([+-]){_BLANK}+(.*)"

_DIGITS_OF = {2: "01", 8: "01234567", 10: "0123456789", 16: "0123456789abcdefABCDEF"}
_PREFIX_OF = {2: "0b", 8: "0o", 10: "0d", 16: "0x"}


def read_number(text: str) -> int | float | None:
    """Read a string as an operator does; return None if it is not a number."""
    found = read_number_with_radix(text)
    return None if found is None else found[0]


def read_number_with_radix(text: str) -> tuple[int | float, int] | None:
    """Read a string as an operator does; return also its radix."""
    if text.isdigit() and text.isascii() and text[0] != "0":
        return read_digits(text), 10  # the form of most numbers
    import re

    match = re.fullmatch(_NUMBER, text.removeprefix("::").strip(_BLANKS))
    if match is None:
        return None
    if match["rest"]:
        value = _float_of(match)
        return None if value is None else (value, 10)
    digits, radix = match["digits"], 10
    if match["hex"]:
        digits, radix = digits[2:], 16
    elif len(digits) > 1 and digits[0] == "0":
        radix = 8
        if not _has_only(digits, 8):
            return None
    number = read_digits(digits, radix)
    return (-number if match["sign"] == "-" else number), radix


def _float_of(match: re.Match[str]) -> float | None:
    import re

    whole = match["whole"]
    if whole[0] == "0" and not _has_only(whole, 8):
        return None
    if not whole.strip("0") and re.fullmatch(_ZERO_TO_SOME_POWER, match["rest"]):
        return None
    value = float(match["digits"])
    if value == float("inf"):
        return None
    return -value if match["sign"] == "-" else value


def read_integer(text: str, radix: int | None = None) -> int:
    """Convert text as `Integer(text, radix)` does; without a radix the text's prefix decides."""
    import re

    if radix is not None and radix not in _DIGITS_OF:
        raise InvalidValueError(f"Illegal radix: {radix}, expected 2, 8, 10, 16, or default")
    if not re.fullmatch(_INTEGER_FORM, text):
        raise InvalidValueError(f"The string '{text}' cannot be converted to Integer")
    number = _integer(text, radix)
    if number is None:
        apart = re.fullmatch(_APART_FROM_SIGN, text)
        number = _integer(apart[1] + apart[2], radix) if apart else None
    if number is None:
        raise InvalidValueError(f"invalid value for Integer(): {inspect_text(text)}")
    return number


def read_float(text: str) -> float:
    """Convert text as `Float(text)` does."""
    import re

    if not re.fullmatch(_FLOAT_FORM, text):
        raise InvalidValueError(f"The string '{text}' cannot be converted to Float")
    if text[:2] in ("0b", "0B"):
        return _as_float(int(text, 2))
    number = _float(text)
    if number is None:
        apart = re.fullmatch(_APART_FROM_SIGN, text)
        number = _float(apart[1] + apart[2]) if apart else None
    if number is None:
        raise InvalidValueError(f"invalid value for Float(): {inspect_text(text)}")
    return number


def read_numeric(text: str) -> int | float | None:
    """Convert a string as `Numeric(text)` does; a few strings of the right form are invalid."""
    import re

    if not re.fullmatch(_FLOAT_FORM, text):
        raise InvalidValueError(f"The string '{text}' cannot be converted to Numeric")
    if text[:2] in ("0b", "0B", "0x", "0X"):
        return int(text, 0)
    return read_number(text)


def _integer(text: str, radix: int | None) -> int | None:
    text = text.lstrip()
    sign = -1 if text[0] == "-" else 1
    digits = text.lstrip("+-")
    prefix = digits[:2].lower()
    if radix is None:
        radix = {"0x": 16, "0b": 2}.get(prefix, 8 if digits[:1] == "0" else 10)
    if prefix == _PREFIX_OF[radix]:
        digits = digits[2:]
    return sign * read_digits(digits, radix) if _has_only(digits, radix) else None


def _float(text: str) -> float | None:
    text = text.lstrip()
    sign = -1.0 if text[0] == "-" else 1.0
    digits = text.lstrip("+-")
    if digits[0].isspace() or digits[:2] in ("0b", "0B"):
        return None
    if digits[:2] in ("0x", "0X"):
        return sign * _as_float(int(digits, 16))
    return sign * float(digits)


def _as_float(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf")


def _has_only(digits: str, radix: int) -> bool:
    return bool(digits) and not digits.strip(_DIGITS_OF[radix])
