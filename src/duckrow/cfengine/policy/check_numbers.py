"""Numbers and modes as checks and functions read them, with what the reference says on the way.

Each reader takes someone to talk to: `say(level, text)`. What is wrong is None.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Say = Callable[[str, str], None]

INFINITY = 999_999_999
# The reference's sign for "no number"; who writes it gets what they ask for.
_NO_NUMBER = -678
_SMALLEST, _LARGEST = -(2**63), 2**63 - 1

_INTEGER = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)([\s\S]?)[ \t\n\v\f\r]*([\s\S]?)")
_REAL = re.compile(
    r"[ \t\n\v\f\r]*([+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]*)?"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]*)?"
    r"|inf(?:inity)?|nan))([\s\S]?)[ \t\n\v\f\r]*([\s\S]?)",
    re.IGNORECASE,
)
_UNEXPANDED = "Ignoring failed to parse integer '{}' because of possibly unexpanded variable"
_FACTORS = {"k": 1000, "K": 1024, "m": 1000**2, "M": 1024**2, "g": 1000**3, "G": 1024**3}


def quiet(level: str, text: str) -> None:
    """Say nothing."""


def integer(text: str, say: Say) -> int | None:
    """Read a whole number; a percentage is negative."""
    if text == "inf":
        return INFINITY
    if text == "now":
        from time import time

        return int(time())
    found = _INTEGER.match(_by_bytes(text))
    number = _NO_NUMBER if found is None else max(min(int(found[1]), _LARGEST), _SMALLEST)
    if found is None or number == _NO_NUMBER:
        if "$" in text:
            say("verbose", _UNEXPANDED.format(text))
        else:
            say("error", f"Failed to parse integer number: {text}")
        return None
    sign, rest = found[2], found[3]
    if rest:
        if sign == "$":
            say("verbose", _UNEXPANDED.format(text))
        else:
            ending = _ending(sign, rest)
            say("error", f"Anomalous ending '{ending}' while parsing integer number: {text}")
        return None
    if sign == "%":
        if not 0 <= number <= 100:
            say("error", f"Percentage out of range: {number}")
            return None
        return -number
    if sign and sign not in _FACTORS and sign != " ":
        say("verbose", f"Ignoring bad quantifier '{_ending(sign)}' in integer: {text}")
    return _wrapped(number * _FACTORS.get(sign, 1))


def real(text: str, say: Say) -> float | None:
    """Read a number with a point; a percentage is negative."""
    found = _REAL.match(_by_bytes(text))
    if found is None:
        say("error", f"Failed to parse real number: {text}")
        return None
    number, sign, rest = _float(found[1]), found[2], found[3]
    if rest:
        ending = _ending(sign, rest)
        say("error", f"Anomalous ending '{ending}' while parsing real number: {text}")
        return None
    if sign == "%":
        if number < 0 or number > 100:
            say("error", f"Percentage out of range: {number:.2f}")
            return None
        return -number
    if sign and sign not in _FACTORS and sign != " ":
        say("verbose", f"Ignoring bad quantifier '{_ending(sign)}' in real number: {text}")
    return number * _FACTORS.get(sign, 1)


def scan_real(text: str) -> float | None:
    """Read the number that a text begins with, whatever follows."""
    found = _REAL.match(text)
    return None if found is None else _float(found[1])


def _by_bytes(text: str) -> str:
    """Give a text with a character for each byte."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")


def _ending(*bytes_: str) -> str:
    return "".join(bytes_).encode("latin-1").decode("utf-8", "surrogateescape")


def _float(text: str) -> float:
    """Read a number whose exponent may be begun and not go on."""
    if "x" in text.lower():
        return float.fromhex(text.rstrip("pP+-"))
    return float(text.rstrip("eE+-"))


def _wrapped(number: int) -> int:
    """Keep what fits in 64 bits, as the reference's arithmetic does."""
    return (number + 2**63) % 2**64 - 2**63


def is_mode(text: str, say: Say) -> bool:
    """Tell whether a text is a mode: numbers or letters, several separated by commas."""
    has_action = False
    state, sort, found_sort = "", "", ""
    value = affected = at = 0
    while at < len(text):
        sign = text[at]
        if sign in _WHO:
            _check_state("who", state, "letters", sort, sign, say)
            affected |= _WHO[sign]
            sort = "letters"
        elif sign in "+-=":
            if has_action:
                say("error", "Too many +-= in mode string")
                return False
            _check_state("who", state, "letters", sort, sign, say)
            state, has_action, sort = "which", True, ""
        elif sign in _WHICH:
            _check_state("which", state, "letters", sort, sign, say)
            value |= _WHICH[sign] & (affected if sign != "t" else _WHICH[sign])
            sort = "letters"
        elif sign in "01234567":
            _check_state("which", state, "numbers", sort, sign, say)
            sort, has_action, state, affected = "numbers", True, "which", 0o7777
            octal = re.compile("[0-7]+").match(text, at)
            assert octal is not None
            value = int(octal.group(), 8) & 0xFFFFFFFF
            if value & _FILE_TYPE:
                say(
                    "info",
                    "Mode-Value is not entirely within the system's allowed permissions"
                    f" (octal {_FILE_TYPE:o}) and will be filtered accordingly : {text}",
                )
            value &= ~_FILE_TYPE
            if value > 0o7777:
                say("error", f"Mode-Value too big : {text}")
                return False
            digits = re.compile("[0-9]+").match(text, at)
            assert digits is not None
            at = digits.end() - 1
        elif sign == ",":
            if found_sort not in ("", sort):
                say("info", "Symbolic and numeric form for modes mixed")
            found_sort, sort = sort, ""
            value = affected = 0
            has_action, state = False, "who"
        else:
            say("error", f"Invalid mode string ({text})")
            return False
        at += 1
    if (state == "who" or value == 0) and text not in ("0000", "000"):
        say("error", "mode string is incomplete")
        return False
    if found_sort not in ("", sort):
        say("info", "Symbolic and numeric form for modes mixed")
    return True


_WHO = {"a": 0o7777, "u": 0o4700, "g": 0o2070, "o": 0o0007}
_WHICH = {"r": 0o444, "w": 0o222, "x": 0o111, "s": 0o6000, "t": 0o1000}
_FILE_TYPE = 0o170000


def _check_state(wanted: str, state: str, wanted_sort: str, sort: str, sign: str, say: Say) -> None:
    """Complain of a sign in the wrong place; the mode is taken nevertheless."""
    if state and state != wanted:
        say("error", f"Mode string constant ({sign}) used out of context")
    elif sort and sort != wanted_sort:
        say("error", "Symbolic and numeric filemodes mixed within expression")
