"""The parsed form of a HOCON text: every key with all its values, references unresolved."""

from __future__ import annotations

import re

from duckrow.data.errors import DataError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class HoconError(DataError):
    """Invalid HOCON, or a substitution without a target."""


class Object:
    """Keys with all the values written for them."""

    __slots__ = ("fields",)

    def __init__(self) -> None:
        self.fields: dict[str, list[object]] = {}

    def add(self, path: list[str], value: Any) -> None:
        """Add a value at a path."""
        for key in reversed(path[1:]):
            inner = Object()
            inner.fields[key] = [value]
            value = inner
        self.fields.setdefault(path[0], []).append(value)


class Reference:
    """${path}, or ${?path}, which may have no target."""

    __slots__ = ("is_optional", "line", "path")

    def __init__(self, path: list[str], is_optional: bool, line: int) -> None:
        self.path = path
        self.is_optional = is_optional
        self.line = line


class Join:
    """Adjacent values: strings with the space between them, objects, or lists."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[object]) -> None:
        self.parts = parts


class Text(str):
    """Unquoted text: its meaning depends on whether it is alone."""

    __slots__ = ()


_number = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", re.ASCII)
_WORDS = {"true": True, "false": False, "null": None}


def plain(value: Any) -> Any:
    """Return the value of unquoted text that is alone."""
    if not isinstance(value, Text):
        return value
    if value in _WORDS:
        return _WORDS[value]
    match = _number.fullmatch(value)
    if match is None or len(value) > 1000:
        return str(value)
    if not (match[1] or match[2]):
        return int(value)
    number = float(value)
    return int(number) if number.is_integer() else number
