"""Parts of strings: "text"[1], [1, 2], [1..], [/x(y)/, 1], ["x"]; and assignment to them."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_int, to_str
from duckrow.ruby.core.text.match_data import group
from duckrow.ruby.core.text.matching import search
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import MatchData, Range
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def span_of(ruby: Interpreter, range_: Range, length: int) -> tuple[int, int] | None:
    """Return where a range begins and ends in something of a length; None if it begins outside."""
    first = 0 if range_.first is None else to_int(ruby, range_.first)
    last = -1 if range_.last is None else to_int(ruby, range_.last)
    if first < 0:
        first += length
    if not 0 <= first <= length:
        return None
    if last < 0:
        last += length
    if not range_.excludes_last or range_.last is None:
        last += 1
    return first, max(first, min(last, length))


def find_span(ruby: Interpreter, text: str, keys: tuple[Any, ...]) -> tuple[int, int] | None:
    """Return the start and end of the part that keys select, or None."""
    key = keys[0]
    kind = type(key)
    if kind is RubyRegexp:
        found = search(ruby, key, text)
        if found is None:
            return None
        number = group(ruby, MatchData(found, key), keys[1]) if len(keys) > 1 else 0
        if number is None or found.start(number) < 0:
            return None
        return found.span(number)
    if len(keys) > 1:
        start, count = to_int(ruby, key), to_int(ruby, keys[1])
        if start < 0:
            start += len(text)
        if count < 0 or not 0 <= start <= len(text):
            return None
        return start, min(start + count, len(text))
    if kind is Range:
        return span_of(ruby, key, len(text))
    if isinstance(key, str):
        at = text.find(key)
        return None if at < 0 else (at, at + len(key))
    at = to_int(ruby, key)
    if at < 0:
        at += len(text)
    return (at, at + 1) if 0 <= at < len(text) else None


def slice_text(ruby: Interpreter, self: str, key: object, more: object = MISSING) -> str | None:
    """Return a part of a string."""
    if more is not MISSING:
        found = find_span(ruby, self, (key, more))
    elif type(key) is int:
        at = key if key >= 0 else key + len(self)
        return self[at] if 0 <= at < len(self) else None
    else:
        found = find_span(ruby, self, (key,))
    return None if found is None else self[found[0] : found[1]]


def slice_bytes(ruby: Interpreter, self: str, key: object, *more: object) -> str | None:
    """Return a part of a string that is counted in bytes."""
    data = to_bytes(self)
    if type(key) is Range:
        found = span_of(ruby, key, len(data))
    else:
        start = to_int(ruby, key)
        count = to_int(ruby, more[0]) if more else 1
        if start < 0:
            start += len(data)
        is_outside = count < 0 or not 0 <= start <= len(data) - (not more)
        found = None if is_outside else (start, start + count)
    return None if found is None else from_bytes(data[found[0] : found[1]])


def put(ruby: Interpreter, self: str, *arguments: object) -> str:
    """Return a string with a part replaced."""
    keys, new = arguments[:-1], arguments[-1]
    found = find_span(ruby, self, keys)
    if found is None and len(keys) == 1 and type(keys[0]) is int and keys[0] == len(self):
        found = len(self), len(self)  # behind the last character one can write, not read
    if found is None:
        if not isinstance(keys[0], str) and type(keys[0]) is not RubyRegexp:
            to_str(ruby, new)
        raise _outside(ruby, keys)
    new = to_str(ruby, new)
    return self[: found[0]] + new + self[found[1] :]


def _outside(ruby: Interpreter, keys: tuple[object, ...]) -> RubyError:
    key = keys[0]
    if type(key) is RubyRegexp:
        if len(keys) > 1 and ruby.match is not None:
            number = group(ruby, ruby.match, keys[1])
            if number is not None:
                return RubyError("IndexError", f"regexp group {number} not matched")
            return RubyError("IndexError", f"index {to_s(ruby, keys[1])} out of regexp")
        return RubyError("IndexError", "regexp not matched")
    if isinstance(key, str):
        return RubyError("IndexError", "string not matched")
    if type(key) is Range:
        return RubyError("RangeError", f"{inspect(ruby, key)} out of range")
    if len(keys) > 1 and to_int(ruby, keys[1]) < 0:
        return RubyError("IndexError", f"negative length {to_int(ruby, keys[1])}")
    return RubyError("IndexError", f"index {to_int(ruby, key)} out of string")
