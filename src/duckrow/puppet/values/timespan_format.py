"""Formats of timespans, for reading and for writing.

A format is literal text and fields: %D %H %M %S %L %N, with a flag for padding (- none, _ blanks,
0 zeros) and a width. The first field of the largest unit takes all that the units above it would
have taken: %H alone counts 49 hours where %D-%H says 2-01. %L and %N are digits behind a decimal
point.
"""

from __future__ import annotations

import re

from duckrow.puppet.values.time_value import DAY, HOUR, MILLISECOND, MINUTE, SECOND
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.numbers import integer_text, read_digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LETTERS = "DHMSLN"  # from the largest unit to the smallest
_UNITS = {"D": DAY, "H": HOUR, "M": MINUTE, "S": SECOND}
_LIMITS = {"H": 24, "M": 60, "S": 60}
_SPACES = r" \t\n\v\f\r"
_WIDTHS = {"D": 1, "H": 2, "M": 2, "S": 2, "L": 3, "N": 9}
_NO_FRACTION = (
    "Format specifiers %L and %N denotes fractions and must be used together with a specifier of"
    " higher magnitude"
)


class _Field:
    """One value of a format: its letter, how it is padded, and whether it takes the total."""

    __slots__ = ("is_total", "letter", "pad", "width")

    def __init__(self, letter: str, pad: str, width: int | None) -> None:
        self.letter = letter
        self.pad = pad
        self.width = width
        self.is_total = False

    @property
    def columns(self) -> int:
        return _WIDTHS[self.letter] if self.width is None else self.width

    @property
    def _padded(self) -> int:
        return 0 if self.pad == "" else self.columns

    def pattern(self) -> str:
        """Return the regular expression of this field, whose one group may begin with spaces."""
        digit = "[0-9]" if self.pad != " " else f"[0-9{_SPACES}]"
        if self.width is None and self.is_total:
            return f"([{_SPACES}]*[0-9]+)" if self.pad == " " else "([0-9]+)"
        if self.width is None or self.pad == "":
            return f"({digit}{{{min(1, self.columns)},{self.columns}}})"
        return f"({digit}{{{self.width}}})"

    def read(self, digits: str) -> int:
        """Convert the digits of this field to nanoseconds."""
        if self.letter in _UNITS:
            return read_digits(digits) * _UNITS[self.letter]
        if self.is_total:
            raise InvalidValueError(_NO_FRACTION)
        count: int = read_digits(digits) * 10 ** max(0, 9 - len(digits))
        return count

    def write(self, nanoseconds: int) -> str:
        if self.letter in _UNITS:
            count = nanoseconds // _UNITS[self.letter]
            if not self.is_total and self.letter in _LIMITS:
                count %= _LIMITS[self.letter]
            text = integer_text(count)
            return text.zfill(self.columns) if self.pad == "0" else text.rjust(self._padded)
        return self._written_fraction(self._fraction(nanoseconds))

    def _fraction(self, nanoseconds: int) -> int:
        if self.letter == "L":
            count, limit = nanoseconds // MILLISECOND, 1000
        elif self.columns < 9:
            count, limit = nanoseconds // 10 ** (9 - self.columns), 10**self.columns
        else:
            count, limit = nanoseconds, SECOND
        return count if self.is_total else count % limit

    def _written_fraction(self, count: int) -> str:
        text = integer_text(count)
        if not self.is_total and self.pad != "0":
            # Zeros at the end go; those in front were never there, as the reference has it.
            text = text.rstrip("0") or "0"
        return text.ljust(self._padded)


class TimespanFormat:
    """A parsed format."""

    __slots__ = ("_parts", "_pattern", "_text")

    def __init__(self, text: str, parts: list[str | _Field]) -> None:
        self._text = text
        self._parts = parts
        self._pattern: re.Pattern[str] | None = None

    def write(self, nanoseconds: int) -> str:
        length = abs(nanoseconds)
        written = (part if isinstance(part, str) else part.write(length) for part in self._parts)
        return ("-" if nanoseconds < 0 else "") + "".join(written)

    def read(self, text: str) -> int:
        """Convert a string to nanoseconds."""
        if self._pattern is None:
            patterns = (re.escape(p) if isinstance(p, str) else p.pattern() for p in self._parts)
            self._pattern = re.compile("-?" + "".join(patterns))
        match = self._pattern.fullmatch(text)
        groups = match.groups() if match else ()
        fields = [part for part in self._parts if isinstance(part, _Field)]
        total = 0
        for field, group in zip(fields, groups, strict=match is not None):
            digits = group.lstrip()
            if not digits.isdigit():
                match = None
                break
            total += field.read(digits)
        if match is None:
            raise InvalidValueError(f"Unable to parse '{text}' using format '{self._text}'")
        return -total if text.startswith("-") else total


def read(text: str, formats: str | Sequence[str]) -> int:
    """Read a text in a format, or in the first of several that fits."""
    if isinstance(formats, str):
        return compile_format(formats).read(text)
    for form in formats:
        compiled = compile_format(form)
        try:
            return compiled.read(text)
        except InvalidValueError:
            continue
    raise InvalidValueError(
        f"Unable to parse '{text}' using any of the formats {', '.join(formats)}"
    )


def compile_format(text: str) -> TimespanFormat:
    """Take a format apart."""
    parts: list[str | _Field] = []
    literal = ""
    i = 0
    while i < len(text):
        if text[i] != "%":
            literal += text[i]
            i += 1
            continue
        found, i = _specifier(text, i)
        if isinstance(found, str):
            literal += found
            continue
        if literal:
            parts.append(literal)
            literal = ""
        parts.append(found)
    if literal:
        parts.append(literal)
    fields = [part for part in parts if isinstance(part, _Field)]
    if fields:
        min(fields, key=lambda field: _LETTERS.index(field.letter)).is_total = True
    return TimespanFormat(text, parts)


def _specifier(text: str, start: int) -> tuple[str | _Field, int]:
    """Read the directive after a percent sign; return it and the next offset."""
    pad, width = "0", None
    i = start + 1
    is_first = True
    while i < len(text):
        char = text[i]
        if char == "%":
            return char, i + 1
        if char in _LETTERS:
            return _Field(char, pad, width), i + 1
        if char in "-_" and is_first:
            pad = "" if char == "-" else " "
        elif char == "0" and is_first:
            pad = "0"
        elif char in "0123456789":
            width = (width or 0) * 10 + int(char)
        else:
            raise _bad_specifier(text, start, i)
        is_first = False
        i += 1
    raise _bad_specifier(text, start, len(text) - 1)


def _bad_specifier(text: str, start: int, position: int) -> InvalidValueError:
    return InvalidValueError(
        f"Bad format specifier '{text[start:position]}' in '{text}', at position {position}"
    )
