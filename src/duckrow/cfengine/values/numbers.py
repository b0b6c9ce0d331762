"""Read numbers as policies write them: 12, 4k, 3M, 1.5, 20%, inf, now.

An invalid number is None; `log_message(level, text)` receives the reason.
"""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    LogMessage = Callable[[str, str], None]

INFINITE = 999_999_999
# The reference's value for "no number"; a policy that contains it gets the same result.
_NO_NUMBER = -678
_SMALLEST, _LARGEST, _MOST_DIGITS = -(2**63), 2**63 - 1, 19

_UNEXPANDED = "Ignoring failed to parse integer '{}' because of possibly unexpanded variable"
_FACTORS = {"k": 1000, "K": 1024, "m": 1000**2, "M": 1024**2, "g": 1000**3, "G": 1024**3}
_INTEGER = LazyPattern(r"[ \t\n\v\f\r]*([+-]?[0-9]+)([\s\S]?)[ \t\n\v\f\r]*([\s\S]?)")
_REAL = LazyPattern(
    r"(?i)[ \t\n\v\f\r]*([+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]*)?"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]*)?"
    r"|inf(?:inity)?|nan))([\s\S]?)[ \t\n\v\f\r]*([\s\S]?)",
)


def ignore_message(level: str, text: str) -> None:
    """Ignore a message."""


def read_integer(text: str, log_message: LogMessage = ignore_message) -> int | None:
    """Return an integer; a percentage is negative."""
    if text == "inf":
        return INFINITE
    if text == "now":
        from time import time

        return int(time())
    if text.isascii() and text.isdigit():
        return saturated(text)
    found = _INTEGER.match(_by_bytes(text))
    number = _NO_NUMBER if found is None else saturated(found[1])
    if found is None or number == _NO_NUMBER:
        if "$" in text:
            log_message("verbose", _UNEXPANDED.format(text))
        else:
            log_message("error", f"Failed to parse integer number: {text}")
        return None
    sign, rest = found[2], found[3]
    if rest:
        if sign == "$":
            log_message("verbose", _UNEXPANDED.format(text))
        else:
            ending = _ending(sign, rest)
            log_message(
                "error", f"Anomalous ending '{ending}' while parsing integer number: {text}"
            )
        return None
    if sign == "%":
        if not 0 <= number <= 100:
            log_message("error", f"Percentage out of range: {number}")
            return None
        return -number
    if sign and sign not in _FACTORS and sign != " ":
        log_message("verbose", f"Ignoring bad quantifier '{_ending(sign)}' in integer: {text}")
    return _wrapped(number * _FACTORS.get(sign, 1))


def read_real(text: str, log_message: LogMessage = ignore_message) -> float | None:
    """Return a real number; a percentage is negative."""
    found = _REAL.match(_by_bytes(text))
    if found is None:
        log_message("error", f"Failed to parse real number: {text}")
        return None
    number, sign, rest = _float(found[1]), found[2], found[3]
    if rest:
        ending = _ending(sign, rest)
        log_message("error", f"Anomalous ending '{ending}' while parsing real number: {text}")
        return None
    if sign == "%":
        if number < 0 or number > 100:
            log_message("error", f"Percentage out of range: {number:.2f}")
            return None
        return -number
    if sign and sign not in _FACTORS and sign != " ":
        log_message("verbose", f"Ignoring bad quantifier '{_ending(sign)}' in real number: {text}")
    return number * _FACTORS.get(sign, 1)


def scan_real(text: str) -> float | None:
    """Return the number at the start of a string, whatever follows."""
    found = _REAL.match(text)
    return None if found is None else _float(found[1])


def _by_bytes(text: str) -> str:
    """Return a string with one character per byte."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")


def _ending(*bytes_: str) -> str:
    return "".join(bytes_).encode("latin-1").decode("utf-8", "surrogateescape")


def _float(text: str) -> float:
    """Read a number whose exponent may be incomplete."""
    if "x" in text.lower():
        return float.fromhex(text.rstrip("pP+-"))
    return float(text.rstrip("eE+-"))


def saturated(text: str) -> int:
    """Read digits; a number beyond 64 bits becomes the largest or smallest of 64 bits."""
    digits = text.lstrip("+-").lstrip("0") or "0"
    number = int(digits) if len(digits) <= _MOST_DIGITS else _LARGEST + 1
    return max(-number, _SMALLEST) if text.startswith("-") else min(number, _LARGEST)


def _wrapped(number: int) -> int:
    """Return the lowest 64 bits of a number, as the reference's arithmetic does."""
    return (number + 2**63) % 2**64 - 2**63
