"""Values as text inside types: quoted strings and the like."""

from __future__ import annotations

from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.numbers import float_text

_CONTROL = 0x20
_DOUBLE = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "$": "\\$", "\\": "\\\\"}


def quoted(text: str) -> str:
    """Write a string in single quotes, or in double ones if it holds control characters."""
    if any(ord(char) < _CONTROL for char in text):
        return '"' + "".join(map(_in_double_quotes, text)) + '"'
    out = []
    is_escaped = False
    for char in text:
        # A backslash is written with the character after it, which then needs no other.
        if is_escaped:
            out.append("\\" + char)
            is_escaped = False
        elif char == "'":
            out.append("\\'")
        elif char == "\\":
            is_escaped = True
        else:
            out.append(char)
    return "'" + "".join(out) + ("\\" if is_escaped else "") + "'"


def _in_double_quotes(char: str) -> str:
    if char in _DOUBLE:
        return _DOUBLE[char]
    return f"\\u{{{ord(char):X}}}" if ord(char) < _CONTROL else char


def written_value(value: object) -> str:
    """Write a value as an argument of a type."""
    match value:
        case None:
            return "undef"
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value)
        case float():
            return float_text(value)
        case list():
            return "[" + ", ".join(map(written_value, value)) + "]"
        case dict():
            pairs = (
                f"{written_value(from_key(k))} => {written_value(v)}" for k, v in value.items()
            )
            return "{" + ", ".join(pairs) + "}"
    return str(value)


def _pair(key: object, value: object) -> str:
    return f"{written_value(from_key(key))} => {written_value(value)}"
