"""Describe an error in a JSON text in the words of the reference's JSON reader.

That reader is a set of small state machines: one for arrays, one for objects, and so on. An array
that cannot continue fails at once and quotes the text from there. An object or a string gives up
silently, and the nearest enclosing array, or else the whole text, reports the error and quotes from
the start of the value. Comments are allowed, and so is a bare value at the top. The maximum depth
is 100.

The reader also puts a line number of its own source in front of each message; that says nothing
about the text and is omitted here.
"""

from __future__ import annotations

import re

_TOO_DEEP = 101

_starts_value = re.compile(r'["\[{0-9NInft-]').match
_literal = re.compile(r"null|true|false").match
# Possessive quantifiers are used on single characters only: around a group that may fail halfway,
# Python before 3.11.5 continues from where it failed.
_string = re.compile(
    r'"[^"\\\x00-\x1f]*+(?:\\(?:u[0-9A-Fa-f]{4}|[^u\x00-\x1f])[^"\\\x00-\x1f]*+)*"'
).match
_float = re.compile(
    r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++(?:[Ee][+-]?[0-9]++)?|[Ee][+-]?[0-9]++)(?![0-9Ee.\-])"
).match
_integer = re.compile(r"-?(?:0|[1-9][0-9]*+)(?![0-9])").match
_space = re.compile(r"(?:[ \t\r\n]++|/\*.*?\*/|//[^\n]*+\n)*", re.DOTALL).match
_escapes = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|.)", re.DOTALL)


class _Fault(Exception):  # noqa: N818  the text has the error, not the reader
    """Carries an error message out of the state machines."""


def find_fault(text: str) -> str | None:
    """Return the error of a JSON text, or None if it is valid."""
    try:
        at = _skip(text, 0)
        end = _value(text, at, 0) if _starts_value(text, at) else None
        if end is not None:
            at = _skip(text, end)
        if end is None or at < len(text):
            raise _unexpected(text, at)
    except _Fault as fault:
        return str(fault)
    return None


def _skip(text: str, at: int) -> int:
    """Skip white space and comments; leave an unclosed comment for the caller."""
    match = _space(text, at)
    return match.end() if match else at


def _unexpected(text: str, at: int) -> _Fault:
    if text.startswith(("/*", "//"), at):
        at = len(text)
    elif text.startswith("/", at):
        at += 1  # the slash might still open a comment
    return _Fault(f"unexpected token at '{_quoted_from(text, at)}'")


def _quoted_from(text: str, at: int) -> str:
    return text[at:].partition("\0")[0]


def _value(text: str, at: int, depth: int) -> int | None:
    """Return the end of the value, or None if there is no value."""
    first = text[at]
    if first == "[":
        return _array(text, at, depth + 1)
    if first == "{":
        return _object(text, at, depth + 1)
    if first == '"':
        return _quoted(text, at)
    if first in "-0123456789":
        if text.startswith("-Infinity", at):
            raise _unexpected(text, at)
        match = _float(text, at) or _integer(text, at)
    elif text.startswith("NaN", at):
        raise _unexpected(text, at)
    elif text.startswith("Infinity", at):
        # The reader steps back one character too many; before the first there is nothing to quote.
        raise _Fault(f"unexpected token at '{_quoted_from(text, at - 1) if at else ''}'")
    else:
        match = _literal(text, at)
    return match.end() if match else None


def _array(text: str, at: int, depth: int) -> int:
    _check_depth(depth)
    at = _skip(text, at + 1)
    if text.startswith("]", at):
        return at + 1
    while True:
        end = _value(text, at, depth) if _starts_value(text, at) else None
        if end is None:
            raise _unexpected(text, at)
        at = _skip(text, end)
        if text.startswith("]", at):
            return at + 1
        if not text.startswith(",", at):
            raise _unexpected(text, at)
        at = _skip(text, at + 1)


def _object(text: str, at: int, depth: int) -> int | None:
    _check_depth(depth)
    at = _skip(text, at + 1)
    if text.startswith("}", at):
        return at + 1
    while text.startswith('"', at):
        end = _quoted(text, at)
        at = len(text) if end is None else _skip(text, end)
        if not text.startswith(":", at):
            return None
        at = _skip(text, at + 1)
        end = _value(text, at, depth) if _starts_value(text, at) else None
        if end is None:
            return None
        at = _skip(text, end)
        if text.startswith("}", at):
            return at + 1
        if not text.startswith(",", at):
            return None
        at = _skip(text, at + 1)
    return None


def _check_depth(depth: int) -> None:
    if depth == _TOO_DEEP:
        raise _Fault(f"nesting of {depth} is too deep")


def _quoted(text: str, at: int) -> int | None:
    match = _string(text, at)
    if match is None:
        return None
    if "\\u" in match[0]:
        _check_pairs(text, at + 1, match.end() - 1)
    return match.end()


def _check_pairs(text: str, at: int, end: int) -> None:
    """Require a low surrogate, or any six bytes, after a high surrogate."""
    unread = at  # a quotation starts after the last escape that was read
    while escape := _escapes.search(text, at, end):
        at = escape.end()
        if escape[1] and 0xD800 <= int(escape[1], 16) < 0xDC00:
            if len(text[at : min(at + 6, end)].encode("utf-8", "surrogatepass")) < 6:
                raise _Fault(f"incomplete surrogate pair at '{_quoted_from(text, unread)}'")
            at += 6 if text.startswith("\\u", at) else 1
        unread = at if escape[1] or text[at - 1] in '"\\bfnrt' else at - 1
