"""Values as JSON, as Ruby writes them."""

from __future__ import annotations

import re

from duckrow.puppet.ruby.core.basics import to_s
from duckrow.puppet.ruby.errors import RubyError
from duckrow.puppet.ruby.values import RubyObject, Symbol
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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


def generate(value: Any) -> str:
    """Write a value on one line."""
    return _plain(value, 1)


def _plain(value: Any, depth: int) -> str:
    kind = type(value)
    if kind is str:
        return quoted(value)
    if isinstance(value, dict):
        _check(depth)
        pairs = (f"{_key(key)}:{_plain(item, depth + 1)}" for key, item in value.items())
        return "{" + ",".join(pairs) + "}"
    if kind is list:
        _check(depth)
        return "[" + ",".join([_plain(item, depth + 1) for item in value]) + "]"
    return _scalar(value)


def _check(depth: int) -> None:
    if depth > _MOST_DEPTH:
        raise RubyError("JSON::NestingError", f"nesting of {depth} is too deep")


def _key(key: Any) -> str:
    return quoted(key if type(key) is str else to_s(from_key(key)))


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if type(value) is float:
        if not -1e400 < value < 1e400:
            raise RubyError("JSON::GeneratorError", f"{to_s(value)} not allowed in JSON")
        return to_s(value)
    if type(value) is int:
        return str(value)
    if type(value) is Symbol:
        return quoted(value.name)
    own = value.class_.find_method("to_json") if type(value) is RubyObject else None
    if own is not None:
        return to_s(own(value))
    other = getattr(value, "ruby_to_json", None)
    return generate(other()) if other is not None else quoted(to_s(value))


class Style:
    """What stands between the parts of a text that people read."""

    __slots__ = ("array_nl", "indent", "object_nl", "space", "space_before")

    def __init__(self, options: dict[str, Any]) -> None:
        self.indent = to_s(options.get("indent", "  "))
        self.space = to_s(options.get("space", " "))
        self.space_before = to_s(options.get("space_before", ""))
        self.object_nl = to_s(options.get("object_nl", "\n"))
        self.array_nl = to_s(options.get("array_nl", "\n"))


def pretty(value: Any, options: dict[str, Any] | None = None) -> str:
    """Write a value on lines of its own, indented by two if nothing else is asked for."""
    return _pretty(value, Style(options or {}), "", 1)


def _pretty(value: Any, style: Style, indent: str, depth: int) -> str:
    inner = indent + style.indent
    if isinstance(value, dict):
        _check(depth)
        end = style.object_nl
        if not value:
            return f"{{{end}{indent}}}" if end else "{}"
        between = f"{style.space_before}:{style.space}"
        pairs = (
            f"{inner}{_key(key)}{between}{_pretty(item, style, inner, depth + 1)}"
            for key, item in value.items()
        )
        return f"{{{end}" + f",{end}".join(pairs) + f"{end}{indent}}}"
    if type(value) is list:
        _check(depth)
        end = style.array_nl
        if not value:
            return f"[{end}{end}{indent}]"
        items = (inner + _pretty(item, style, inner, depth + 1) for item in value)
        return f"[{end}" + f",{end}".join(items) + f"{end}{indent}]"
    return _plain(value, depth)
