"""Encodings as values. All text is UTF-8.

Text that is converted to another encoding is a string of bytes: its length counts bytes, and it
does not know its encoding.
"""

from __future__ import annotations

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

_NAMES = {
    "UTF_8": "UTF-8",
    "ASCII_8BIT": "ASCII-8BIT",
    "BINARY": "ASCII-8BIT",
    "US_ASCII": "US-ASCII",
    "ASCII": "US-ASCII",
    "ISO_8859_1": "ISO-8859-1",
    "ISO_8859_15": "ISO-8859-15",
    "UTF_16": "UTF-16",
    "UTF_16LE": "UTF-16LE",
    "UTF_16BE": "UTF-16BE",
    "UTF_32": "UTF-32",
    "UTF_32LE": "UTF-32LE",
    "UTF_32BE": "UTF-32BE",
    "WINDOWS_1252": "Windows-1252",
    "Windows_1252": "Windows-1252",
    "CP1252": "Windows-1252",
}
_ERRORS = (
    "CompatibilityError UndefinedConversionError InvalidByteSequenceError ConverterNotFoundError"
).split()


class Encoding:
    """An encoding."""

    __slots__ = ("name",)

    ruby_class_name = "Encoding"

    def __init__(self, name: str) -> None:
        self.name = name

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        match name:
            case "name" | "to_s":
                return self.name
            case "inspect":
                return f"#<Encoding:{self.name}>"
            case "==" | "===" | "equal?" | "eql?":
                other = arguments[0]
                return isinstance(other, Encoding) and other.name == self.name
        from duckrow.ruby.dispatch import methods_of, no_method

        method = methods_of(ruby, RubyObject).get(name)
        if method is None:
            raise no_method(ruby, self, name)
        return method(self, *arguments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Encoding) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


UTF_8 = Encoding("UTF-8")
_WIDE = ("UTF-16", "UTF-32")


def name_of_encoding(ruby: Interpreter, value: object) -> str:
    """Return the name of an encoding, in capitals."""
    return (value.name if isinstance(value, Encoding) else to_s(ruby, value)).upper()


def taken_as(ruby: Interpreter, self: str, encoding: object) -> str:
    """Return the string itself: it has no encoding. Bytes of wide characters stay unsupported."""
    name = name_of_encoding(ruby, encoding)
    if name.startswith(_WIDE):
        raise UnsupportedError(f"String#force_encoding of {name}")
    return self


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    made: dict[str, object] = {
        f"Encoding::{name}": UTF_8 if text == "UTF-8" else Encoding(text)
        for name, text in _NAMES.items()
    }
    for name in _ERRORS:
        path = f"Encoding::{name}"
        made[path] = RubyModule(path, known_class(ruby, "EncodingError"))
    default = {
        name: lambda _ruby, _self, *_: UTF_8 for name in ("default_external", "default_internal")
    }
    made["Encoding"] = RubyModule("Encoding", known_class(ruby, "Object"), singleton=dict(default))
    return made
