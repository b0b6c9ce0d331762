"""Everything but numbers, strings and containers as text."""

from __future__ import annotations

from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.format.errors import FormatError, illegal_format
from duckrow.puppet.types.format.format_map import find
from duckrow.puppet.types.format.objects import written_object
from duckrow.puppet.types.format.sprintf import Argument, format_text, sprintf
from duckrow.puppet.types.literal_text import quoted
from duckrow.puppet.values.time_value import TimeValue
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.types.format.format_map import FormatMap
    from duckrow.puppet.types.format.indentation import Indentation
    from duckrow.puppet.types.format.rules import Convert
    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.values.binary import Binary
    from duckrow.ruby.uri.uri import URI

_ABSENT = {"n": ("nil", "null"), "u": ("undef", "undefined"), "v": ("n/a", "n/a")}
_ABSENT |= {"V": ("N/A", "N/A"), "s": ("", '""'), "p": ("undef", '"undef"')}
_ABSENT |= dict.fromkeys("dxXobBeEfgGaA", ("NaN", "NaN"))


def undef(value: None, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    words = _ABSENT.get(format_.letter)
    if words is None:
        raise illegal_format("Undef", format_.letter, "nudxXobBeEfgGaAvVsp")
    return format_.apply(words[format_.is_alternate])


def default(value: object, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    if format_.letter not in "dDsp":
        raise illegal_format("Default", format_.letter, "dDsp")
    word = "Default" if format_.letter == "D" else "default"
    return format_.apply(f'"{word}"' if format_.is_alternate else word)


def type_(value: Type, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    text = shown(value)
    if format_.letter == "s":
        return format_text(format_.text, f'"{text}"' if format_.is_alternate else text)
    if format_.letter == "p":
        return format_text(format_.text.replace("p", "s"), text)
    raise illegal_format("Type", format_.letter, "sp")


def uri(value: URI, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    text = str(value)
    if format_.letter == "p":
        return f"URI({quoted(text)})"
    if format_.letter == "s":
        return format_text(format_.text, quoted(text) if format_.is_alternate else text)
    raise illegal_format("URI", format_.letter, "sp")


def binary(value: Binary, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    letter = format_.letter
    if letter not in "bButTsp":
        raise illegal_format("Binary", letter, "bButTsp")
    template = format_.text.replace(letter, "s")
    text = format_text(template, value.form(letter, is_alternate=format_.is_alternate))
    # Width and precision are for the content, not for the name around it.
    return f'Binary("{text}")' if letter == "p" else text


def object_(value: object, formats: FormatMap, at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    if format_.letter == "p":
        is_indenting = format_.is_alternate or at.is_indenting
        return written_object(value, at.level if is_indenting else None)
    if format_.letter in "sq":
        return written_object(value, None)
    raise illegal_format("Object", format_.letter, "spq")


def runtime(value: object, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    format_ = find(formats, value)
    if format_.letter == "s":
        return str(value)
    if format_.letter == "p":
        return quoted(str(value))
    if format_.letter == "q":
        return repr(value)
    raise illegal_format("Runtime", format_.letter, "spq")


def iterator(value: Any, formats: FormatMap, at: Indentation, convert: Convert) -> str:
    return convert(list(value), formats, at)


def anything(value: object, formats: FormatMap, _at: Indentation, _convert: Convert) -> str:
    """Format a value that has no rule with Ruby's formats."""

    def time(otherwise: str) -> TimeValue:
        if isinstance(value, TimeValue):
            return value
        raise FormatError(otherwise.format(class_name(value)))

    argument = Argument(
        lambda: str(value),
        lambda: inspect(value),
        lambda: int(time("can't convert {} into Integer")),
        lambda: float(time("can't convert {} into Float")),
        lambda: int(time("no implicit conversion of {} into Integer")),
    )
    return sprintf(find(formats, value).text, argument)
