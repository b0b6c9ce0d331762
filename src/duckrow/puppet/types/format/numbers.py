"""Integers, floats and booleans as text."""

from __future__ import annotations

from duckrow.puppet.types.format.errors import FormatError, illegal_format
from duckrow.puppet.types.format.format_map import find
from duckrow.puppet.types.format.sprintf import (
    format_float,
    format_integer,
    format_text,
    to_float,
)
from duckrow.ruby.values.numbers import float_text, integer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.format.directive import Format
    from duckrow.puppet.types.format.format_map import FormatMap
    from duckrow.puppet.types.format.indentation import Indentation
    from duckrow.puppet.types.format.rules import Convert

_IN_A_BASE = "dxXobB"
_WITH_FRACTION = "eEfgGaA"
_WORDS = {
    "t": ("false", "true"),
    "T": ("False", "True"),
    "y": ("no", "yes"),
    "Y": ("No", "Yes"),
}


def integer(value: int, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    return _integer(find(formats, value), value)


def _integer(format_: Format, value: int) -> str:
    letter, text = format_.letter, format_.text
    if text == "%d":
        return integer_text(value)
    if letter in _IN_A_BASE or letter == "p":
        return format_integer(text, value)
    if letter in _WITH_FRACTION:
        return format_float(text, to_float(value))
    if letter == "c":
        character = _character(value)
        shown = f'"{character}"' if format_.is_alternate else character
        return format_text(text.replace("c", "s"), shown)
    if letter == "s":
        shown_as = "p" if format_.is_alternate else "s"
        return format_text(text.replace("s", shown_as), integer_text(value))
    raise illegal_format("Integer", letter, "dxXobBeEfgGaAspc")


def _character(code: int) -> str:
    # Ruby also packs invalid code points, into bytes that are not UTF-8.
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise FormatError("pack(U): value out of range")
    return chr(code)


def float_(value: float, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    return _float(find(formats, value), value)


def _float(format_: Format, value: float) -> str:
    letter, text = format_.letter, format_.text
    if letter in _WITH_FRACTION or letter == "p":
        return format_float(text, value)
    if letter in _IN_A_BASE:
        return format_integer(text, _whole(value))
    if letter == "s":
        shown = float_text(value)
        return format_text(text, f'"{shown}"' if format_.is_alternate else shown)
    raise illegal_format("Float", letter, "dxXobBeEfgGaAsp")


def _whole(value: float) -> int:
    try:
        return int(value)
    except (OverflowError, ValueError):
        raise FormatError(float_text(value)) from None


def boolean(value: bool, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    letter = format_.letter
    if letter in _WORDS:
        word = _WORDS[letter][value]
        return format_.apply(word[0] if format_.is_alternate else word)
    if letter in _IN_A_BASE:
        return _integer(format_, int(value))
    if letter in _WITH_FRACTION:
        return _float(format_, float(value))
    if letter in "sp":
        return format_.apply("true" if value else "false")
    raise illegal_format("Boolean", letter, "tTyYdxXobBeEfgGaAsp")
