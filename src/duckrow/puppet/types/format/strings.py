"""Strings and regular expressions as text."""

from __future__ import annotations

from duckrow.puppet.types.format.errors import illegal_format
from duckrow.puppet.types.format.format_map import find
from duckrow.puppet.types.format.regexps import regexp_with_slashes, regexp_without_slashes
from duckrow.puppet.types.format.sprintf import format_text
from duckrow.puppet.types.literal_text import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.types.format.format_map import FormatMap
    from duckrow.puppet.types.format.indentation import Indentation
    from duckrow.puppet.types.format.rules import Convert
    from duckrow.regexp import RubyRegexp

_BLANK = "\0\t\n\v\f\r "
_ESCAPES = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "$": "\\$", "\\": "\\\\"}


def string(value: str, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    letter = format_.letter
    if letter == "s":
        return value if format_.text == "%s" else format_text(format_.text, value)
    if letter == "p":
        return format_.apply(double_quoted(value) if format_.is_alternate else quoted(value))
    change = _CHANGES.get(letter)
    if change is None:
        raise illegal_format("String", letter, "cCudspt")
    changed = change(value)
    if format_.is_alternate:
        return format_.apply(quoted(changed))
    return format_text(format_.text.replace(letter, "s"), changed)


def double_quoted(text: str) -> str:
    """Write a string in double quotes, with any content."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    return f"\\u{{{ord(char):X}}}" if char < " " else char


def downcase(text: str) -> str:
    """Return the small letters. A sigma at the end of a word is like any other to the reference."""
    return text.replace("Σ", "σ").lower()


def capitalize(text: str) -> str:
    """Return the string with the first letter in upper case and the others in lower case."""
    return text[:1].title() + downcase(text[1:])


def _capitalize_segments(text: str) -> str:
    segments = text.split("::")
    while segments and not segments[-1]:
        segments.pop()
    return "::".join(map(capitalize, segments))


_CHANGES: dict[str, Callable[[str], str]] = {
    "c": capitalize,
    "C": _capitalize_segments,
    "u": str.upper,
    "d": downcase,
    "t": lambda text: text.strip(_BLANK),
}


def regexp(value: RubyRegexp, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    if format_.letter == "p":
        return format_text(format_.text.replace("p", "s"), regexp_with_slashes(value))
    if format_.letter == "s":
        text = regexp_without_slashes(value)
        return format_text(format_.text, quoted(text) if format_.is_alternate else text)
    raise illegal_format("Regexp", format_.letter, "sp")
