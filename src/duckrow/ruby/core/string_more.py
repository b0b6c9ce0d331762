"""The methods of strings that search, replace, take apart and go through."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import truthy
from duckrow.ruby.core.convert import kind_of, to_bytes, to_int, to_str
from duckrow.ruby.core.counting import check_count
from duckrow.ruby.core.iteration import Enumerator
from duckrow.ruby.core.matching import find, find_all, search, to_pattern, to_regexp
from duckrow.ruby.core.pack import unpack, unpack_one
from duckrow.ruby.core.read_numbers import leading_float, leading_integer
from duckrow.ruby.core.split import lines, split
from duckrow.ruby.core.string_mutators import MUTATORS, call_mutator
from duckrow.ruby.core.substitute import gsub, sub
from duckrow.ruby.core.successor import successor
from duckrow.ruby.errors import type_error
from duckrow.ruby.state import STATE, tick
from duckrow.ruby.values.kinds import MatchData
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.ruby.values.kinds import Proc


# ---- searching


def _match_operator(self: str, pattern: Any) -> int | None:
    if type(pattern) is str:
        raise type_error("type mismatch: String given")
    if type(pattern) is RubyRegexp:
        found = search(pattern, self)
        return None if found is None else found.start()
    from duckrow.ruby.dispatch import send

    answer: int | None = send(pattern, "=~", self)
    return answer


def _start(self: str, offset: Any) -> int | None:
    start = to_int(offset)
    if start < 0:
        start += len(self)
    return start if 0 <= start <= len(self) else None


def _match(self: str, pattern: Any, offset: Any = 0, *, block: Proc | None = None) -> Any:
    expression, start = to_pattern(pattern), _start(self, offset)
    found = None if start is None else search(expression, self, start)
    if found is None:
        STATE.match = None
        return None
    return STATE.match if block is None else block(STATE.match)


def _is_match(self: str, pattern: Any, offset: Any = 0) -> bool:
    expression, start = to_pattern(pattern), _start(self, offset)
    return start is not None and find(expression, self, start) is not None


def _index(self: str, pattern: Any, offset: Any = 0) -> int | None:
    start = _start(self, offset)
    if start is None:
        return None
    if type(pattern) is RubyRegexp:
        found = search(pattern, self, start)
        return None if found is None else found.start()
    at = self.find(to_str(pattern), start)
    return None if at < 0 else at


def _rindex(self: str, pattern: Any, offset: Any = MISSING) -> int | None:
    start = len(self) if offset is MISSING else to_int(offset)
    if start < 0:
        start += len(self)
        if start < 0:
            return None
    start = min(start, len(self))
    if type(pattern) is RubyRegexp:
        found = _last_match(pattern, self, start)
        return None if found is None else found.match.start()
    text = to_str(pattern)
    at = self.rfind(text, 0, start + len(text))
    return None if at < 0 else at


def _last_match(pattern: RubyRegexp, text: str, start: int) -> MatchData | None:
    """Find the match that begins last, at a place or before it."""
    for at in range(start, -1, -1):
        tick()
        found = find(pattern, text, at)
        if found is not None and found.start() == at:
            STATE.match = MatchData(found, pattern)
            return STATE.match  # type: ignore[no-any-return]
    STATE.match = None
    return None


def _starts_with(self: str, *prefixes: Any) -> bool:
    for prefix in prefixes:
        if type(prefix) is RubyRegexp:
            found = find(prefix, self)
            # A match further on says nothing about one that begins here: ask again with an anchor.
            if found is not None and found.start() > 0:
                found = find(to_pattern(f"\\A(?:{prefix.to_s()})"), self)
            STATE.match = None if found is None else MatchData(found, prefix)
            if found is not None:
                return True
        elif self.startswith(to_str(prefix)):
            return True
    return False


def _partition(self: str, pattern: Any) -> list[str]:
    if type(pattern) is RubyRegexp:
        found = search(pattern, self)
        if found is None:
            return [self, "", ""]
        return [self[: found.start()], found.group(), self[found.end() :]]
    at = self.find(_separator(pattern))
    return [self, "", ""] if at < 0 else [self[:at], pattern, self[at + len(pattern) :]]


def _rpartition(self: str, pattern: Any) -> list[str]:
    if type(pattern) is RubyRegexp:
        found = _last_match(pattern, self, len(self))
        if found is None:
            return ["", "", self]
        match = found.match
        return [self[: match.start()], match.group(), self[match.end() :]]
    at = self.rfind(_separator(pattern))
    return ["", "", self] if at < 0 else [self[:at], pattern, self[at + len(pattern) :]]


def _separator(value: Any) -> str:
    if type(value) is str:
        return value
    raise type_error(f"wrong argument type {kind_of(value)} (expected Regexp)")


def _scan(self: str, pattern: Any, *, block: Proc | None = None) -> Any:
    expression = to_regexp(pattern)
    count = expression.group_count
    made: list[Any] = []
    last = None
    for found in find_all(expression, self):
        last = MatchData(found, expression)
        item: Any = list(found.groups()) if count else found.group()
        if block is None:
            made.append(item)
        else:
            STATE.match = last
            block(item)
    STATE.match = last
    return made if block is None else self


def _sub(self: str, pattern: Any, *replacement: Any, block: Proc | None = None) -> str:
    check_count(sub, (pattern, *replacement))
    made = sub(self, pattern, *replacement, block=block)
    return self if made is None else made


def _gsub(self: str, pattern: Any, *replacement: Any, block: Proc | None = None) -> Any:
    if block is None and not replacement:
        return Enumerator(self, "gsub", pattern)
    check_count(gsub, (pattern, *replacement))
    made = gsub(self, pattern, *replacement, block=block)
    return self if made is None else made


# ---- numbers


def _hex(self: str) -> int:
    return leading_integer(self, 16)


def _oct(self: str) -> int:
    return leading_integer(self, -8)


# ---- going through


def _each(name: str, parts: Callable[..., Iterable[Any]]) -> Callable[..., Any]:
    """Make the method that calls a block with each part."""

    def each(self: str, *arguments: Any, block: Proc | None = None) -> Any:
        check_count(parts, arguments)
        if block is None:
            return Enumerator(self, name, *arguments)
        for part in parts(self, *arguments):
            tick()
            block(part)
        return self

    return each


def _gone_through(name: str, parts: Callable[..., list[Any]]) -> Callable[..., Any]:
    """Make the method that gives the parts, or calls a block with each."""
    each = _each(name, parts)

    def method(self: str, *arguments: Any, block: Proc | None = None) -> Any:
        if block is not None:
            return each(self, *arguments, block=block)
        check_count(parts, arguments)
        return parts(self, *arguments)

    return method


def _codepoints(self: str) -> list[int]:
    return list(map(ord, self))


def _bytes(self: str) -> list[int]:
    return list(to_bytes(self))


def _split(self: str, pattern: Any = None, limit: Any = 0, *, block: Proc | None = None) -> Any:
    parts = split(self, pattern, to_int(limit))
    if block is None:
        return parts
    for part in parts:
        block(part)
    return self


def _upto(self: str, last: Any, excludes: Any = False, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "upto", last, excludes)
    for each in strings_between(self, to_str(last), truthy(excludes)):
        tick()
        block(each)
    return self


def strings_between(first: str, last: str, excludes_last: bool = False) -> Iterable[str]:
    """Give the strings from one to another, as "a".."e" has them."""
    if len(first) == len(last) == 1 and first.isascii() and last.isascii():
        for code in range(ord(first), ord(last) + (not excludes_last)):
            yield chr(code)
        return
    if first.isdigit() and last.isdigit() and first.isascii() and last.isascii():
        width = len(first)
        for number in range(int(first), int(last) + (not excludes_last)):
            yield str(number).rjust(width, "0")
        return
    if first > last or (first == last and (excludes_last or not first)):
        return
    # The first is given even if it is longer than the last; others are not.
    here = first
    while True:
        yield here
        if here == last:
            return
        here = successor(here)
        if not here or len(here) > len(last) or (excludes_last and here == last):
            return


def _crypt(_self: str, _salt: Any) -> str:
    from duckrow.ruby.errors import UnsupportedError

    raise UnsupportedError("String#crypt")


def _result_of(name: str) -> Callable[..., Any]:
    """Make the method for a receiver that nobody can see again: only its result counts."""
    mutator = MUTATORS[name]

    def method(self: str, *arguments: Any, block: Proc | None = None) -> Any:
        return call_mutator(mutator, self, arguments, block)[1]

    return method


METHODS: dict[str, Callable[..., Any]] = {
    **{name: _result_of(name) for name in MUTATORS},
    "=~": _match_operator,
    "match": _match,
    "match?": _is_match,
    "index": _index,
    "rindex": _rindex,
    "start_with?": _starts_with,
    "partition": _partition,
    "rpartition": _rpartition,
    "scan": _scan,
    "sub": _sub,
    "gsub": _gsub,
    "hex": _hex,
    "oct": _oct,
    "to_i": leading_integer,
    "to_f": leading_float,
    "to_c": leading_float,
    "each_char": _each("each_char", list),
    "each_byte": _each("each_byte", _bytes),
    "each_line": _each("each_line", lines),
    "each_codepoint": _each("each_codepoint", _codepoints),
    "each_grapheme_cluster": _each("each_grapheme_cluster", list),
    "chars": _gone_through("each_char", list),
    "grapheme_clusters": _gone_through("each_grapheme_cluster", list),
    "lines": _gone_through("each_line", lines),
    "split": _split,
    "upto": _upto,
    "unpack": unpack,
    "unpack1": unpack_one,
    "crypt": _crypt,
}
