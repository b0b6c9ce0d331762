"""Reading a time from a text, by a format.

The directives are those of Ruby's `strptime`. A blank in the format matches any number of blanks,
including none. A number is read as far as its directive allows; years, centuries and fractions
continue to the last digit, unless another number follows in the format.
"""

from __future__ import annotations

import re

from duckrow.ruby.times.zones import ZONE, zone_offset
from duckrow.ruby.values.numbers import read_digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    # year, mon, mday, hour, min, sec and further numbers by name; fraction as digits with a sign
    Found = dict[str, int | str | Fraction | None]

_WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split()
_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_MERIDIANS = (("am", 0), ("pm", 12), ("a.m.", 0), ("p.m.", 12))
_SPACES = " \t\n\v\f\r"

# Directives that abbreviate others.
_COMPOUND = {
    "c": "%a %b %e %H:%M:%S %Y",
    "D": "%m/%d/%y",
    "F": "%Y-%m-%d",
    "n": " ",
    "R": "%H:%M",
    "r": "%I:%M:%S %p",
    "T": "%H:%M:%S",
    "t": " ",
    "v": "%e-%b-%Y",
    "X": "%H:%M:%S",
    "x": "%m/%d/%y",
    "+": "%a %b %e %H:%M:%S %Z %Y",
}
# The name of a number, its most digits, its lowest and its highest value.
_NUMBERS = {
    "d": ("mday", 2, 1, 31),
    "e": ("mday", 2, 1, 31),
    "g": ("cwyear", 2, 0, 99),
    "H": ("hour", 2, 0, 24),
    "I": ("hour", 2, 1, 12),
    "j": ("yday", 3, 1, 366),
    "k": ("hour", 2, 0, 24),
    "l": ("hour", 2, 1, 12),
    "M": ("min", 2, 0, 59),
    "m": ("mon", 2, 1, 12),
    "S": ("sec", 2, 0, 60),
    "U": ("wnum0", 2, 0, 53),
    "u": ("cwday", 1, 1, 7),
    "V": ("cweek", 2, 1, 53),
    "W": ("wnum1", 2, 0, 53),
    "w": ("wday", 1, 0, 6),
    "y": ("year", 2, 0, 99),
}
# The name of a number that goes on to its last digit, and its digits when a number follows.
_OPEN_ENDED = {
    "C": ("century", 2),
    "G": ("cwyear", 4),
    "L": ("", 3),
    "N": ("", 9),
    "Y": ("year", 4),
}
_MAY_BEGIN_BLANK = "deHkIl"
_IS_NUMBER = re.compile(r"[0-9]|%[EO]?[CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy0-9]")
_MODIFIED = {"E": "cCxXyY", "O": "deHImMSuUVwWy"}
_COLONS = re.compile(r":{1,3}(?=z)")
_DIGITS = re.compile("[0-9]+")
_ZONE = re.compile(ZONE, re.IGNORECASE | re.ASCII)


def strptime(text: str, form: str) -> Found | None:
    """Read the fields of a format, or None if the text does not match; a rest is `leftover`."""
    reader = _Reader(text)
    try:
        reader.read(form)
    except _MismatchError:
        return None
    found = reader.found
    if reader.at < len(text):
        found["leftover"] = text[reader.at :]
    century = found.pop("century", None)
    if isinstance(century, int):
        for name in ("cwyear", "year"):
            year = found.get(name)
            if isinstance(year, int):
                found[name] = year + century * 100
    meridian = found.pop("meridian", None)
    hour = found.get("hour")
    if isinstance(meridian, int) and isinstance(hour, int):
        found["hour"] = hour % 12 + meridian
    return found


class _MismatchError(Exception):
    """The text does not fit the format."""


class _Reader:
    """A text, the offset read so far, and the fields found in it."""

    __slots__ = ("at", "found", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: Found = {}

    def read(self, form: str) -> None:
        i = 0
        while i < len(form):
            char = form[i]
            i += 1
            if char in _SPACES:
                while self.text[self.at : self.at + 1] in tuple(_SPACES):
                    self.at += 1
            elif char != "%" or i == len(form):
                self._literal(char)
            else:
                i = self._directive(form, i)

    def _directive(self, form: str, i: int) -> int:
        """Read by the directive after a percent sign; return the next offset in the format."""
        letter = form[i]
        while letter in _MODIFIED:
            if form[i + 1 : i + 2] not in tuple(_MODIFIED[letter]):
                self._literal("%")
                return i
            i += 1
            letter = form[i]
        if letter == ":":
            colons = _COLONS.match(form, i)
            if colons is None:
                raise _MismatchError
            i = colons.end()
            letter = "z"
        i += 1
        if letter in _NUMBERS:
            self._number(letter)
        elif letter in _OPEN_ENDED:
            self._open_ended(letter, is_followed=_IS_NUMBER.match(form, i) is not None)
        elif letter in _COMPOUND:
            self.read(_COMPOUND[letter])
        else:
            self._other(letter)
        return i

    def _other(self, letter: str) -> None:
        if letter in "Aa":
            self.found["wday"] = self._name(_WEEKDAYS)
        elif letter in "Bbh":
            self.found["mon"] = self._name(_MONTHS) + 1
        elif letter in "Pp":
            self._meridian()
        elif letter in "sQ":
            self._seconds(letter)
        elif letter in "Zz":
            self._zone()
        elif letter == "%":
            self._literal("%")
        else:
            self._literal("%" + letter)

    def _literal(self, expected: str) -> None:
        if not self.text.startswith(expected, self.at):
            raise _MismatchError
        self.at += len(expected)

    def _digits(self, most: int | None = None) -> str:
        match = _DIGITS.match(self.text, self.at)
        if match is None:
            raise _MismatchError
        digits = match[0][:most]
        self.at += len(digits)
        return digits

    def _sign(self, signs: str = "+-") -> str:
        sign = self.text[self.at : self.at + 1]
        if sign == "" or sign not in signs:
            return ""
        self.at += 1
        return sign

    def _number(self, letter: str) -> None:
        name, most, low, high = _NUMBERS[letter]
        if letter in _MAY_BEGIN_BLANK and self.text.startswith(" ", self.at):
            self.at += 1
            most = 1
        number = int(self._digits(most))
        if not low <= number <= high:
            raise _MismatchError
        self.found[name] = number
        if letter in "gy":
            self.found.setdefault("century", 19 if number >= 69 else 20)

    def _open_ended(self, letter: str, *, is_followed: bool) -> None:
        name, most = _OPEN_ENDED[letter]
        sign = self._sign() if letter in "LNY" else ""
        digits = self._digits(most if is_followed else None)
        if letter in "LN":
            self.found["sec_fraction"] = ("-" if sign == "-" else "") + digits
        else:
            number = read_digits(digits)
            self.found[name] = -number if sign == "-" else number

    def _name(self, names: list[str]) -> int:
        """Read a name, whole or by its first three letters, and return its position in the list."""
        rest = self.text[self.at : self.at + 9].lower()
        for length in (9, 3):
            for position, name in enumerate(names):
                if rest.startswith(name[:length]):
                    self.at += len(name[:length])
                    return position
        raise _MismatchError

    def _meridian(self) -> None:
        rest = self.text[self.at : self.at + 4].lower()
        for name, hours in _MERIDIANS:
            if rest.startswith(name):
                self.at += len(name)
                self.found["meridian"] = hours
                return
        raise _MismatchError

    def _seconds(self, letter: str) -> None:
        sign = self._sign("-")
        number = read_digits(self._digits())
        if letter == "Q":
            from fractions import Fraction

            self.found["seconds"] = Fraction(-number if sign else number, 1000)
        else:
            self.found["seconds"] = -number if sign else number

    def _zone(self) -> None:
        match = _ZONE.match(self.text, self.at)
        if match is None:
            raise _MismatchError
        self.at = match.end()
        self.found["zone"] = match[0]
        self.found["offset"] = zone_offset(match[0])
