"""Values as JSON, as Ruby writes them."""

from __future__ import annotations

import re
from math import isfinite

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_MOST_DEPTH = 100
_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\f": "\\f",
    "\b": "\\b",
}
_escaped = re.compile(r'["\\\x00-\x1f]')


def quoted(text: str) -> str:
    """Write a string."""
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise RubyError("JSON::GeneratorError", "source sequence is illegal/malformed utf-8")
    return '"' + _escaped.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    sign = match[0]
    return _ESCAPES.get(sign) or f"\\u{ord(sign):04x}"


def generate(ruby: Interpreter, value: object) -> str:
    """Write a value on one line."""
    return Writer(ruby).write(value)


def pretty(ruby: Interpreter, value: object, options: dict[str, object] | None = None) -> str:
    """Write a value on lines of its own, indented by two if nothing else is asked for."""
    return pretty_writer(ruby, Writer, options or {}).write(value)


class Writer:
    """Writes values as JSON, with the given spaces and line ends between them."""

    __slots__ = (
        "allows_nan",
        "array_nl",
        "indent",
        "most_depth",
        "object_nl",
        "ruby",
        "space",
        "space_before",
    )

    def __init__(self, ruby: Interpreter) -> None:
        self.ruby = ruby
        self.indent = self.space = self.space_before = ""
        self.object_nl = self.array_nl = ""
        self.allows_nan = False
        self.most_depth = _MOST_DEPTH  # 0 is without end

    def write(self, value: Any, depth: int = 0) -> str:
        """Write a value at a depth of nesting."""
        kind = type(value)
        if isinstance(value, str):
            return quoted(value)
        if value is None:
            return "null"
        if kind is bool:
            return "true" if value else "false"
        if isinstance(value, dict):
            return self._object(value, depth + 1)
        if kind is list:
            return self._array(value, depth + 1)
        if kind is int:
            return to_s(self.ruby, value)
        if kind is float:
            if not isfinite(value) and not self.allows_nan:
                raise RubyError(
                    "JSON::GeneratorError", f"{to_s(self.ruby, value)} not allowed in JSON"
                )
            return to_s(self.ruby, value)
        return self.other(value)

    def other(self, value: object) -> str:
        """Write a value that is not a string, number, array or hash."""
        if type(value) is Symbol:
            return quoted(value.name)
        own = value.class_.find_method("to_json") if isinstance(value, RubyObject) else None
        if own is not None:
            return to_s(self.ruby, own(self.ruby, value))
        return quoted(to_s(self.ruby, value))

    def key(self, key: object) -> str:
        """Return the text of a key."""
        return to_s(self.ruby, key)

    def _object(self, values: dict[Any, Any], depth: int) -> str:
        self._check(depth)
        start = self.object_nl + self.indent * depth
        between = f"{self.space_before}:{self.space}"
        pairs = (
            f"{start}{quoted(key if type(key) is str else self.key(from_key(key)))}{between}"
            f"{self.write(item, depth)}"
            for key, item in values.items()
        )
        return f"{{{','.join(pairs)}{self.object_nl}{self.indent * (depth - 1)}}}"

    def _array(self, values: list[object], depth: int) -> str:
        self._check(depth)
        start = self.indent * depth
        items = f",{self.array_nl}".join([start + self.write(item, depth) for item in values])
        return f"[{self.array_nl}{items}{self.array_nl}{self.indent * (depth - 1)}]"

    def _check(self, depth: int) -> None:
        if self.most_depth and depth > self.most_depth:
            raise RubyError("JSON::NestingError", f"nesting of {self.most_depth} is too deep")


def pretty_writer(ruby: Interpreter, kind: type[Writer], options: dict[str, object]) -> Writer:
    """Make a writer for people; options that are nil say nothing, but for the depth."""
    writer = kind(ruby)
    writer.indent, writer.space = "  ", " "
    writer.object_nl = writer.array_nl = "\n"
    for option in ("indent", "space", "space_before", "object_nl", "array_nl"):
        if options.get(option) is not None:
            setattr(writer, option, to_s(ruby, options[option]))
    if "max_nesting" in options:
        depth = options["max_nesting"]
        writer.most_depth = depth if type(depth) is int and depth > 0 else 0
    writer.allows_nan = bool(options.get("allow_nan"))
    return writer
