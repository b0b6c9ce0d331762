"""The methods of strings that search, replace, take apart and go through."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.collections.iteration import Enumerator
from duckrow.ruby.core.convert import to_bytes, to_int, to_str
from duckrow.ruby.core.numbers.read_numbers import leading_float, leading_integer
from duckrow.ruby.core.text.counting import check_count
from duckrow.ruby.core.text.matching import find, find_all, search, to_pattern, to_regexp
from duckrow.ruby.core.text.split import lines, split
from duckrow.ruby.core.text.string_mutators import MUTATORS, call_mutator
from duckrow.ruby.core.text.substitute import gsub, sub
from duckrow.ruby.core.text.successor import successor
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.kinds import MatchData
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


# ---- searching


def _match_operator(ruby: Interpreter, self: str, pattern: Any) -> int | None:
    if isinstance(pattern, str):
        raise type_error("type mismatch: String given")
    if type(pattern) is RubyRegexp:
        found = search(ruby, pattern, self)
        return None if found is None else found.start()
    from duckrow.ruby.dispatch import send

    answer: int | None = send(ruby, pattern, "=~", self)
    return answer


def _start(ruby: Interpreter, self: str, offset: object) -> int | None:
    start = to_int(ruby, offset)
    if start < 0:
        start += len(self)
    return start if 0 <= start <= len(self) else None


def _match(
    ruby: Interpreter, self: str, pattern: object, offset: object = 0, *, block: Proc | None = None
) -> object:
    expression, start = to_pattern(ruby, pattern), _start(ruby, self, offset)
    found = None if start is None else search(ruby, expression, self, start)
    if found is None:
        ruby.match = None
        return None
    return ruby.match if block is None else block(ruby, ruby.match)


def _is_match(ruby: Interpreter, self: str, pattern: object, offset: object = 0) -> bool:
    expression, start = to_pattern(ruby, pattern), _start(ruby, self, offset)
    return start is not None and find(expression, self, start) is not None


def _index(ruby: Interpreter, self: str, pattern: object, offset: object = 0) -> int | None:
    start = _start(ruby, self, offset)
    if start is None:
        return None
    if type(pattern) is RubyRegexp:
        found = search(ruby, pattern, self, start)
        return None if found is None else found.start()
    at = self.find(to_str(ruby, pattern), start)
    return None if at < 0 else at


def _rindex(ruby: Interpreter, self: str, pattern: Any, offset: Any = MISSING) -> int | None:
    start = len(self) if offset is MISSING else to_int(ruby, offset)
    if start < 0:
        start += len(self)
        if start < 0:
            return None
    start = min(start, len(self))
    if type(pattern) is RubyRegexp:
        found = _last_match(ruby, pattern, self, start)
        return None if found is None else found.match.start()
    text = to_str(ruby, pattern)
    at = self.rfind(text, 0, start + len(text))
    return None if at < 0 else at


def _last_match(ruby: Interpreter, pattern: RubyRegexp, text: str, start: int) -> MatchData | None:
    """Find the match that begins last, at a position or before it."""
    for at in range(start, -1, -1):
        ruby.tick()
        found = find(pattern, text, at)
        if found is not None and found.start() == at:
            ruby.match = MatchData(found, pattern)
            return ruby.match
    ruby.match = None
    return None


def _starts_with(ruby: Interpreter, self: str, *prefixes: object) -> bool:
    for prefix in prefixes:
        if type(prefix) is RubyRegexp:
            found = find(prefix, self)
            # After a later match only an anchored search shows whether one begins here.
            if found is not None and found.start() > 0:
                found = find(to_pattern(ruby, f"\\A(?:{prefix.to_s()})"), self)
            ruby.match = None if found is None else MatchData(found, prefix)
            if found is not None:
                return True
        elif self.startswith(to_str(ruby, prefix)):
            return True
    return False


def _partition(ruby: Interpreter, self: str, pattern: Any) -> list[str]:
    if type(pattern) is RubyRegexp:
        found = search(ruby, pattern, self)
        if found is None:
            return [self, "", ""]
        return [self[: found.start()], found.group(), self[found.end() :]]
    at = self.find(_separator(ruby, pattern))
    return [self, "", ""] if at < 0 else [self[:at], pattern, self[at + len(pattern) :]]


def _rpartition(ruby: Interpreter, self: str, pattern: Any) -> list[str]:
    if type(pattern) is RubyRegexp:
        found = _last_match(ruby, pattern, self, len(self))
        if found is None:
            return ["", "", self]
        match = found.match
        return [self[: match.start()], match.group(), self[match.end() :]]
    at = self.rfind(_separator(ruby, pattern))
    return ["", "", self] if at < 0 else [self[:at], pattern, self[at + len(pattern) :]]


def _separator(_ruby: Interpreter, value: object) -> str:
    if isinstance(value, str):
        return value
    raise type_error(f"wrong argument type {conversion_name(value)} (expected Regexp)")


def _scan(ruby: Interpreter, self: str, pattern: object, *, block: Proc | None = None) -> object:
    expression = to_regexp(ruby, pattern)
    count = expression.group_count
    made: list[Any] = []
    last = None
    for found in find_all(expression, self):
        last = MatchData(found, expression)
        item: Any = list(found.groups()) if count else found.group()
        if block is None:
            made.append(item)
        else:
            ruby.match = last
            block(ruby, item)
    ruby.match = last
    return made if block is None else self


def _sub(
    ruby: Interpreter, self: str, pattern: object, *replacement: object, block: Proc | None = None
) -> str:
    check_count(sub, (pattern, *replacement))
    made = sub(ruby, self, pattern, *replacement, block=block)
    return self if made is None else made


def _gsub(
    ruby: Interpreter, self: str, pattern: object, *replacement: object, block: Proc | None = None
) -> object:
    if block is None and not replacement:
        return Enumerator(self, "gsub", pattern)
    check_count(gsub, (pattern, *replacement))
    made = gsub(ruby, self, pattern, *replacement, block=block)
    return self if made is None else made


# ---- numbers


def _hex(ruby: Interpreter, self: str) -> int:
    return leading_integer(ruby, self, 16)


def _oct(ruby: Interpreter, self: str) -> int:
    return leading_integer(ruby, self, -8)


# ---- going through


def _each(name: str, parts: Callable[..., Iterable[Any]]) -> Callable[..., Any]:
    """Make the method that calls a block with each part."""

    def each(ruby: Interpreter, self: str, *arguments: object, block: Proc | None = None) -> object:
        check_count(parts, arguments)
        if block is None:
            return Enumerator(self, name, *arguments)
        for part in parts(ruby, self, *arguments):
            ruby.tick()
            block(ruby, part)
        return self

    return each


def _gone_through(name: str, parts: Callable[..., list[Any]]) -> Callable[..., Any]:
    """Make the method that returns the parts, or calls a block with each."""
    each = _each(name, parts)

    def method(
        ruby: Interpreter, self: str, *arguments: object, block: Proc | None = None
    ) -> object:
        if block is not None:
            return each(ruby, self, *arguments, block=block)
        check_count(parts, arguments)
        return parts(ruby, self, *arguments)

    return method


def _characters(_ruby: Interpreter, self: str) -> list[str]:
    return list(self)


def _codepoints(_ruby: Interpreter, self: str) -> list[int]:
    return list(map(ord, self))


def _bytes(_ruby: Interpreter, self: str) -> list[int]:
    return list(to_bytes(self))


def _split(
    ruby: Interpreter,
    self: str,
    pattern: object = None,
    limit: object = 0,
    *,
    block: Proc | None = None,
) -> object:
    if type(pattern) is str and pattern not in ("", " ") and limit == 0:
        parts = self.split(pattern)
        while parts and not parts[-1]:
            parts.pop()
    else:
        parts = split(ruby, self, pattern, to_int(ruby, limit))
    if block is None:
        return parts
    for part in parts:
        block(ruby, part)
    return self


def _upto(
    ruby: Interpreter,
    self: str,
    last: object,
    excludes: object = False,
    *,
    block: Proc | None = None,
) -> object:
    if block is None:
        return Enumerator(self, "upto", last, excludes)
    for each in strings_between(ruby, self, to_str(ruby, last), truthy(excludes)):
        ruby.tick()
        block(ruby, each)
    return self


def strings_between(
    ruby: Interpreter, first: str, last: str, excludes_last: bool = False
) -> Iterable[str]:
    """Return the strings from one to another, as "a".."e" has them."""
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
        here = successor(ruby, here)
        if not here or len(here) > len(last) or (excludes_last and here == last):
            return


def _crypt(ruby: Interpreter, self: str, salt: object) -> str:
    """Return the hash of a password, as the C library of the machine computes it."""
    if not ruby.host.has_machine:
        raise UnsupportedError("String#crypt")
    from duckrow.machine.crypt import crypt

    setting = to_bytes(to_s(ruby, salt))
    if len(setting) < 2:
        raise argument_error("salt too short (need >=2 bytes)")
    found = crypt(to_bytes(self), setting)
    if found is None:
        raise RubyError("Errno::EINVAL", "Invalid argument - crypt")
    return found


def _result_of(name: str) -> Callable[..., Any]:
    """Make the method for a receiver that no variable holds: only its result matters."""
    mutator = MUTATORS[name]

    def method(
        ruby: Interpreter, self: str, *arguments: object, block: Proc | None = None
    ) -> object:
        return call_mutator(ruby, mutator, self, arguments, block)[1]

    return method


def _unpack(ruby: Interpreter, self: str, template: object, *more: object) -> object:
    from duckrow.ruby.core.text.pack import unpack

    return unpack(ruby, self, template, *more)


def _unpack_one(ruby: Interpreter, self: str, template: object, *more: object) -> object:
    from duckrow.ruby.core.text.pack import unpack_one

    return unpack_one(ruby, self, template, *more)


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
    "each_char": _each("each_char", _characters),
    "each_byte": _each("each_byte", _bytes),
    "each_line": _each("each_line", lines),
    "each_codepoint": _each("each_codepoint", _codepoints),
    "each_grapheme_cluster": _each("each_grapheme_cluster", _characters),
    "chars": _gone_through("each_char", _characters),
    "grapheme_clusters": _gone_through("each_grapheme_cluster", _characters),
    "lines": _gone_through("each_line", lines),
    "split": _split,
    "upto": _upto,
    "unpack": _unpack,
    "unpack1": _unpack_one,
    "crypt": _crypt,
}
