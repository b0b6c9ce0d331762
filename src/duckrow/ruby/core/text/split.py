"""Taking strings apart: split and lines."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.core.text.matching import find
from duckrow.ruby.errors import type_error
from duckrow.ruby.values.class_names import conversion_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

_SPACE = "\t\n\v\f\r "


def split(_ruby: Interpreter, text: str, pattern: object = None, limit: int = 0) -> list[str]:
    """Take a string apart at a separator; empty parts at the end go, unless there is a limit."""
    if limit == 1:
        return [text] if text else []
    if pattern is None or pattern == " ":
        parts = _words(text, limit)
    elif type(pattern) is RubyRegexp:
        parts = _at_matches(text, pattern, limit)
    elif isinstance(pattern, str):
        most = limit - 1 if limit > 0 else -1
        if not text:
            parts = []
        elif pattern:
            parts = text.split(pattern, most)
        else:
            parts = list(text) if most < 0 else [*text[:most], text[most:]]
            if limit < 0 or (limit > 0 and len(text) < limit):
                parts += [""] if limit < 0 or parts[-1] else []
    else:
        raise type_error(f"wrong argument type {conversion_name(pattern)} (expected Regexp)")
    if limit == 0:
        while parts and not parts[-1]:
            parts.pop()
    return parts


def _words(text: str, limit: int) -> list[str]:
    """Take a string apart at runs of white space."""
    parts: list[str] = []
    at, end = 0, len(text)
    while True:
        while at < end and text[at] in _SPACE:
            at += 1
        if at >= end:
            break
        if limit > 0 and len(parts) == limit - 1:
            parts.append(text[at:])
            return parts
        start = at
        while at < end and text[at] not in _SPACE:
            at += 1
        parts.append(text[start:at])
    if limit and text and text[-1] in _SPACE:
        parts.append("")
    return parts


def _at_matches(text: str, pattern: RubyRegexp, limit: int) -> list[str]:
    """Split a string at matches; the groups of a match go between the parts.

    An empty match where the last one ended separates nothing: the next character comes between.
    """
    if not text:
        return []
    parts: list[str] = []
    begin = start = 0
    count = 1
    was_empty = False
    while (limit <= 0 or count < limit) and start <= len(text):
        found = find(pattern, text, start)
        if found is None:
            break
        first, last = found.span()
        if first == last == start:
            if not was_empty:
                start += 1
                was_empty = True
                continue
            parts.append(text[begin : begin + 1])
            begin = start
        else:
            parts.append(text[begin:first])
            begin = start = last
        was_empty = False
        parts += [each for each in found.groups() if each is not None]
        count += 1
    if limit or len(text) > begin:
        parts.append(text[begin:])
    return parts


def lines(ruby: Interpreter, text: str, ending: object = "\n", options: object = None) -> list[str]:
    """Return the lines of a string with their ends."""
    if isinstance(ending, dict):
        ending, options = "\n", ending
    is_chomped = False
    if isinstance(options, dict):
        is_chomped = any(
            type(key) is Symbol and key.name == "chomp" and value not in (None, False)
            for key, value in options.items()
        )
    if ending is None or not text:
        return [text] if text else []
    ending = to_str(ruby, ending)
    if not ending:
        return _paragraphs(text, is_chomped)
    parts = text.split(ending)
    last = parts.pop()
    if is_chomped:
        if ending == "\n":
            parts = [part.removesuffix("\r") for part in parts]
    else:
        parts = [part + ending for part in parts]
    return [*parts, last] if last else parts


def _paragraphs(text: str, is_chomped: bool) -> list[str]:
    made: list[str] = []
    start = 0
    while start < len(text):
        end = text.find("\n\n", start)
        if end < 0:
            made.append(text[start:])
            break
        after = end + 2
        while after < len(text) and text[after] == "\n":
            after += 1
        made.append(text[start:end] if is_chomped else text[start:after])
        start = after
    return made
