"""A HOCON text as it was written: every key with all its values, references not yet followed."""

from __future__ import annotations

import re

from duckrow.data.errors import DataError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class HoconError(DataError):
    """A text that is no HOCON, or a substitution that leads nowhere."""


class Object:
    """Keys with all the values that were written for them."""

    __slots__ = ("fields",)

    def __init__(self) -> None:
        self.fields: dict[str, list[Any]] = {}

    def add(self, path: list[str], value: Any) -> None:
        """Write a value at a path."""
        for key in reversed(path[1:]):
            inner = Object()
            inner.fields[key] = [value]
            value = inner
        self.fields.setdefault(path[0], []).append(value)


class Reference:
    """${path}, or ${?path}, which may lead nowhere."""

    __slots__ = ("is_optional", "line", "path")

    def __init__(self, path: list[str], is_optional: bool, line: int) -> None:
        self.path = path
        self.is_optional = is_optional
        self.line = line


class Join:
    """Values that stand side by side: texts with the space between them, objects, or lists."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Any]) -> None:
        self.parts = parts


class Text(str):
    """Text that was not quoted: what it is depends on whether it stands alone."""

    __slots__ = ()


_number = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", re.ASCII)
_WORDS = {"true": True, "false": False, "null": None}


def plain(value: Any) -> Any:
    """Give what text without quotes means when it stands alone."""
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
