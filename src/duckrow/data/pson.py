"""Read PSON, Puppet's JSON: only arrays and objects; unclosed ones are closed."""

from __future__ import annotations

import re

from duckrow.data.errors import DataError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MOST_DEPTH = 300
_MISSING: Any = object()

_skip = re.compile(r"(?:[ \t\r\n]|//[^\n\r]*[\n\r]|/\*.*?\*/)*", re.DOTALL).match
_float = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)").match
_integer = re.compile(r"-?(?:0|[1-9][0-9]*)").match
_string = re.compile(r'"([^\x00-\x1f"\\]*(?:\\[^\x00-\x1f][^\x00-\x1f"\\]*)*)"').match
_escape = re.compile(r"(?:\\u[0-9a-fA-F]{4})+|\\(.)", re.DOTALL).sub
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {
    "true": True,
    "false": False,
    "null": None,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}


class PsonError(DataError):
    """Invalid PSON."""


def load(text: str) -> Any:
    """Return the value of a text."""
    reader = _Reader(text)
    found: Any = None
    while not reader.is_at_end():
        if reader.text[reader.at] not in "{[" or found is not None:
            reader.at += found is not None and reader.text[reader.at] in "{["
            raise reader.wrong("source '{}' not in PSON!")
        found = reader.value()
    if found is None:
        raise PsonError("source did not contain any PSON!")
    return found


class _Reader:
    """Parses one text."""

    __slots__ = ("at", "depth", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def is_at_end(self) -> bool:
        """Skip white space and comments; return whether that was the end."""
        match = _skip(self.text, self.at)
        assert match is not None  # the pattern also matches the empty string
        self.at = match.end()
        return self.at >= len(self.text)

    def take(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def wrong(self, message: str) -> PsonError:
        rest = self.text[self.at : self.at + 20].encode("utf-8", "surrogateescape")[:20]
        return PsonError(message.format(rest.decode("utf-8", "surrogateescape")))

    def value(self) -> Any:
        """Parse a value, if there is one here."""
        text, at = self.text, self.at
        if match := _float(text, at):
            self.at = match.end()
            return float(match[0])
        if match := _integer(text, at):
            self.at = match.end()
            return int(match[0])
        if text.startswith('"', at):
            return self.string()
        if self.take("["):
            return self.nested(self.array)
        if self.take("{"):
            return self.nested(self.object_)
        for word, value in _WORDS.items():
            if self.take(word):
                return value
        return _MISSING

    def nested(self, read: Callable[[], object]) -> Any:
        self.depth += 1
        if self.depth > _MOST_DEPTH:
            raise PsonError(f"nesting of {self.depth} is too deep")
        found = read()
        self.depth -= 1
        return found

    def string(self) -> Any:
        match = _string(self.text, self.at)
        if match is None:
            return _MISSING
        self.at = match.end()
        return _escape(_unescaped, match[1]) if "\\" in match[1] else match[1]

    def array(self) -> list[Any]:
        found: list[Any] = []
        is_after_comma = False
        while not self.is_at_end():
            value = self.value()
            if value is not _MISSING:
                found.append(value)
                self.is_at_end()
                is_after_comma = self.take(",")
                if not is_after_comma and not self.text.startswith("]", self.at):
                    raise self.wrong("expected ',' or ']' in array at '{}'!")
            elif self.take("]"):
                if is_after_comma:
                    raise self.wrong("expected next element in array at '{}'!")
                break
            else:
                raise self.wrong("unexpected token in array at '{}'!")
        return found

    def object_(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        is_after_comma = False
        while not self.is_at_end():
            key = self.string()
            if key is not _MISSING:
                self.is_at_end()
                if not self.take(":"):
                    raise self.wrong("expected ':' in object at '{}'!")
                self.is_at_end()
                value = self.value()
                if value is _MISSING:
                    raise self.wrong("expected value in object at '{}'!")
                found[key] = value
                self.is_at_end()
                is_after_comma = self.take(",")
                if not is_after_comma and not self.text.startswith("}", self.at):
                    raise self.wrong("expected ',' or '}}' in object at '{}'!")
            elif self.take("}"):
                if is_after_comma:
                    raise self.wrong("expected next name, value pair in object at '{}'!")
                break
            else:
                raise self.wrong("unexpected token in object at '{}'!")
        return found


def _unescaped(match: re.Match[str]) -> str:
    if match[1] is not None:
        return _ESCAPES.get(match[1], match[1])
    codes = bytes.fromhex(match[0].replace("\\u", ""))
    return codes.decode("utf-16-be", "replace")
