"""Writing a time by a format.

The directives are those of Ruby's `strftime`: a letter, before it perhaps flags (- no padding, _
blanks, 0 zeros, ^ capitals, # other case, : in %:z) and a width. Other text is copied unchanged.
"""

from __future__ import annotations

from duckrow.ruby.times.dates import date_of, days_since_epoch
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.numbers import integer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()
_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_COMPOUND = {
    "c": "%a %b %e %H:%M:%S %Y",
    "D": "%m/%d/%y",
    "F": "%Y-%m-%d",
    "R": "%H:%M",
    "r": "%I:%M:%S %p",
    "T": "%H:%M:%S",
    "v": "%e-%^b-%4Y",
    "X": "%H:%M:%S",
    "x": "%m/%d/%y",
}
_MODIFIED = {"E": "cCxXyY", "O": "deHkIlmMSuUVwWy"}
_WIDEST = 2**31 - 1


class Moment:
    """A point in time in one time zone, as calendar and clock show it."""

    __slots__ = (
        "day", "epoch", "hour", "minute", "month", "nanosecond", "offset", "second", "weekday",
        "year", "yearday",
    )  # fmt: skip

    def __init__(self, nanoseconds: int, offset: int | None) -> None:
        """Convert a time to a zone `offset` seconds ahead of UTC; None is UTC by name."""
        self.offset = offset
        self.epoch, self.nanosecond = divmod(nanoseconds, 1_000_000_000)
        days, second = divmod(self.epoch + (offset or 0), 86_400)
        self.year, self.month, self.day = date_of(days)
        self.hour, second = divmod(second, 3600)
        self.minute, self.second = divmod(second, 60)
        self.weekday = (days + 4) % 7
        self.yearday = days - days_since_epoch(self.year, 1, 1) + 1

    @property
    def hour_of_twelve(self) -> int:
        return self.hour % 12 or 12

    def week(self, first_weekday: int) -> int:
        """Count the weeks that began this year; days before the first such are in week 0."""
        return (self.yearday + 6 - (self.weekday - first_weekday) % 7) // 7

    def iso_week(self) -> tuple[int, int]:
        """Return the year and the number of the week, which belongs to the year of its Thursday."""
        thursday = self.yearday + 3 - (self.weekday - 1) % 7
        year = self.year
        if thursday < 1:
            year -= 1
            thursday += _days_in(year)
        elif thursday > _days_in(year):
            thursday -= _days_in(year)
            year += 1
        return year, (thursday + 6) // 7


def _days_in(year: int) -> int:
    return days_since_epoch(year + 1, 1, 1) - days_since_epoch(year, 1, 1)


# The width of a number, its padding, and the number.
_NUMBERS: dict[str, tuple[int, str, Callable[[Moment], int]]] = {
    "C": (2, "0", lambda t: t.year // 100),
    "d": (2, "0", lambda t: t.day),
    "e": (2, " ", lambda t: t.day),
    "G": (4, "0", lambda t: t.iso_week()[0]),
    "g": (2, "0", lambda t: t.iso_week()[0] % 100),
    "H": (2, "0", lambda t: t.hour),
    "I": (2, "0", lambda t: t.hour_of_twelve),
    "j": (3, "0", lambda t: t.yearday),
    "k": (2, " ", lambda t: t.hour),
    "l": (2, " ", lambda t: t.hour_of_twelve),
    "M": (2, "0", lambda t: t.minute),
    "m": (2, "0", lambda t: t.month),
    "S": (2, "0", lambda t: t.second),
    "s": (1, "0", lambda t: t.epoch),
    "U": (2, "0", lambda t: t.week(0)),
    "u": (1, "0", lambda t: t.weekday or 7),
    "V": (2, "0", lambda t: t.iso_week()[1]),
    "W": (2, "0", lambda t: t.week(1)),
    "w": (1, "0", lambda t: t.weekday),
    "Y": (4, "0", lambda t: t.year),
    "y": (2, "0", lambda t: t.year % 100),
}
# A text, and its form with the flag #.
_TEXTS: dict[str, tuple[Callable[[Moment], str], str]] = {
    "A": (lambda t: _WEEKDAYS[t.weekday], "^"),
    "a": (lambda t: _WEEKDAYS[t.weekday][:3], "^"),
    "B": (lambda t: _MONTHS[t.month - 1], "^"),
    "b": (lambda t: _MONTHS[t.month - 1][:3], "^"),
    "h": (lambda t: _MONTHS[t.month - 1][:3], "^"),
    "n": (lambda _: "\n", ""),
    "P": (lambda t: "AM" if t.hour < 12 else "PM", ""),
    "p": (lambda t: "AM" if t.hour < 12 else "PM", "v"),
    "t": (lambda _: "\t", ""),
    "Z": (lambda t: "UTC" if t.offset is None else "", "v"),
    "%": (lambda _: "%", ""),
}


def strftime(moment: Moment, form: str) -> str:
    """Write a time by a format."""
    out: list[str] = []
    i = 0
    while True:
        start = form.find("%", i)
        if start < 0:
            out.append(form[i:])
            return "".join(out)
        out.append(form[i:start])
        written, i = _Directive(form, start).write(moment)
        out.append(written)


class _Directive:
    """A directive with its flags and width."""

    __slots__ = ("_at", "_colons", "_form", "_is_bare", "_pad", "_start", "_turn", "_width")

    def __init__(self, form: str, start: int) -> None:
        self._form = form
        self._start = start
        self._at = start + 1
        self._width = -1
        self._pad = ""
        self._is_bare = False
        self._turn = ""  # of ^ for capitals and # for the other case
        self._colons = 0

    def write(self, moment: Moment) -> tuple[str, int]:
        """Return the text of the directive, and the offset in the format after it."""
        letter = self._letter()
        if letter in _NUMBERS:
            written = self._number(letter, moment)
        elif letter in _TEXTS:
            written = self._text(letter, moment)
        elif letter in _COMPOUND:
            written = self._compound(_COMPOUND[letter], moment)
        elif letter in ("L", "N"):
            digits = self._width if self._width > 0 else 3 if letter == "L" else 9
            written = f"{moment.nanosecond:09}"[:digits].ljust(digits, "0")
        elif letter == "z" and self._colons <= 3:
            written = self._zone(moment.offset)
        else:
            written = self._form[self._start : self._at + 1]
        return written, self._at + 1

    def _letter(self) -> str:
        """Read flags and width up to the letter; no letter at all if they make no sense."""
        form = self._form
        while self._at < len(form):
            char = form[self._at]
            if char in "-^#_":
                if self._width > 0:
                    return ""
                self._flag(char)
            elif char in "0123456789":
                self._read_width()
                if self._width > _WIDEST:
                    return ""
                continue
            elif char in _MODIFIED:
                if form[self._at + 1 : self._at + 2] not in tuple(_MODIFIED[char]):
                    return ""
            elif char == ":":
                if not self._read_colons():
                    return ""
                continue
            else:
                return char
            self._at += 1
        raise InvalidValueError(f"invalid format: {form}")

    def _flag(self, char: str) -> None:
        if char == "-":
            self._is_bare = True
            self._pad = ""
            self._width = 0
        elif char == "_":
            self._pad = " "
        else:
            self._turn += char

    def _read_width(self) -> None:
        start = self._at
        while self._form[self._at : self._at + 1] in tuple("0123456789"):
            self._at += 1
        digits = self._form[start : self._at]
        if digits[0] == "0":
            self._pad = "0"
        self._width = int(digits) if len(digits) < 20 else _WIDEST + 1
        if self._width > _WIDEST:
            self._at = start

    def _read_colons(self) -> bool:
        rest = self._form[self._at : self._at + 4]
        count = len(rest) - len(rest.lstrip(":"))
        # Four colons are consumed in any case.
        if count < 4 and rest[count : count + 1] != "z":
            return False
        self._colons = count
        self._at += count
        return True

    def _number(self, letter: str, moment: Moment) -> str:
        width, pad, number = _NUMBERS[letter]
        value = number(moment)
        if letter in "GY" and value < 0:
            width = 5
        if self._is_bare:
            width = 1
        elif self._width > 0:
            width = self._width
        text = integer_text(value)
        return text.zfill(width) if (self._pad or pad) == "0" else text.rjust(width)

    def _text(self, letter: str, moment: Moment) -> str:
        read, other_case = _TEXTS[letter]
        text = read(moment)
        case = "^" if "^" in self._turn else ""
        if letter == "P" and not self._turn:
            case = "v"
        elif "#" in self._turn and other_case:
            case = other_case
        if not text:
            return ""  # a zone without a name takes no room either
        return _in_case(text if self._is_bare else self._filled(text), case)

    def _compound(self, form: str, moment: Moment) -> str:
        text = strftime(moment, form)
        return self._filled(text.upper() if "^" in self._turn else text)

    def _filled(self, text: str) -> str:
        return text.rjust(self._width, self._pad or " ") if self._width > 0 else text

    def _zone(self, offset: int | None) -> str:
        # UTC without padding is written -0000: the time is known, the zone is not.
        sign = "-" if (self._is_bare if offset is None else offset < 0) else "+"
        hours, rest = divmod(abs(offset or 0), 3600)
        minutes, seconds = divmod(rest, 60)
        tail = f"{minutes:02}" if self._colons == 0 else f":{minutes:02}"
        if self._colons == 3:
            tail = "" if rest == 0 else tail if seconds == 0 else f"{tail}:{seconds:02}"
        elif self._colons == 2:
            tail += f":{seconds:02}"
        width = max(2, self._width - len(tail) - 1)
        if self._pad == " ":
            return f"{sign}{hours}".rjust(width + 1) + tail
        return f"{sign}{hours:0{width}}{tail}"


def _in_case(text: str, case: str) -> str:
    return text.upper() if case == "^" else text.lower() if case == "v" else text
