"""Text that is taken for a number leniently, as the reference's platform does."""

from __future__ import annotations

_DIGITS = "[0-9](?:_?[0-9])*"
_BLANKS = r"[ \t\n\v\f\r]*"
_DECIMAL = rf"{_DIGITS}(?:\.{_DIGITS})?(?:[eE][-+]?{_DIGITS})?"
_LENIENT = rf"{_BLANKS}([-+]?{_DECIMAL})"


def leading_float(text: str) -> float:
    """Read the number that a text begins with; none is zero."""
    import re

    found = re.match(_LENIENT, text)
    return float(found[1].replace("_", "")) if found else 0.0


def leading_integer(text: str) -> int:
    """Read the whole number that a text begins with; none is zero."""
    import re

    from duckrow.ruby.values.numbers import read_digits

    found = re.match(rf"{_BLANKS}([-+]?)({_DIGITS})", text)
    if found is None:
        return 0
    number = read_digits(found[2].replace("_", ""))
    return -number if found[1] == "-" else number
