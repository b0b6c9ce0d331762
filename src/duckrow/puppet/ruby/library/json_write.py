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


def pretty(value: Any) -> str:
    """Write a value on lines of its own, indented by two."""
    return _pretty(value, "", 1)


def _pretty(value: Any, indent: str, depth: int) -> str:
    inner = indent + "  "
    if isinstance(value, dict):
        _check(depth)
        if not value:
            return f"{{\n{indent}}}"
        pairs = (
            f"{inner}{_key(key)}: {_pretty(item, inner, depth + 1)}" for key, item in value.items()
        )
        return "{\n" + ",\n".join(pairs) + f"\n{indent}}}"
    if type(value) is list:
        _check(depth)
        if not value:
            return f"[\n\n{indent}]"
        items = (inner + _pretty(item, inner, depth + 1) for item in value)
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    return _plain(value, depth)
