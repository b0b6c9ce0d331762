"""JSON as the reference's platform writes it."""

from __future__ import annotations

import re
from math import isfinite

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_DEPTH = 100
_ESCAPED = re.compile(r'["\\\x00-\x1f]')
_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\f": "\\f",
    "\b": "\\b",
}


class JsonWriter:
    """Writes values with the space and the ends of lines that it is told to put between them."""

    __slots__ = (
        "allows_nan",
        "array_end",
        "indent",
        "most_depth",
        "object_end",
        "space",
        "space_before",
    )

    def __init__(self) -> None:
        self.indent = ""
        self.space = ""
        self.space_before = ""
        self.object_end = ""  # of a line in an object
        self.array_end = ""  # of a line in an array
        self.allows_nan = False
        self.most_depth = MOST_DEPTH  # 0 is without end

    def write(self, value: Any, depth: int = 0) -> str:
        """Write a value that stands in so many others."""
        kind = type(value)
        if kind is str:
            return quoted(value)
        if value is None:
            return "null"
        if kind is bool:
            return "true" if value else "false"
        if kind is dict:
            return self._object(value, depth + 1)
        if kind is list:
            return self._array(value, depth + 1)
        if kind is int:
            return to_text(value)
        if kind is float:
            if not isfinite(value) and not self.allows_nan:
                raise EvaluationError(f"{to_text(value)} not allowed in JSON")
            return to_text(value)
        return quoted(to_text(value))

    def _object(self, values: dict[Any, Any], depth: int) -> str:
        self._check(depth)
        start = self.object_end + self.indent * depth
        pairs = (
            f"{start}{quoted(to_text(from_key(key)))}{self.space_before}:{self.space}"
            f"{self.write(item, depth)}"
            for key, item in values.items()
        )
        return f"{{{','.join(pairs)}{self.object_end}{self.indent * (depth - 1)}}}"

    def _array(self, values: list[Any], depth: int) -> str:
        self._check(depth)
        start = self.indent * depth
        items = (start + self.write(item, depth) for item in values)
        joined = f",{self.array_end}".join(items)
        return f"[{self.array_end}{joined}{self.array_end}{self.indent * (depth - 1)}]"

    def _check(self, depth: int) -> None:
        if self.most_depth and depth > self.most_depth:
            raise EvaluationError(f"nesting of {self.most_depth} is too deep")


def quoted(text: str) -> str:
    """Write a text in quotes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise EvaluationError("source sequence is illegal/malformed utf-8") from None
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _ESCAPES.get(char) or f"\\u{ord(char):04x}"
