"""Searching with regular expressions, so that the last match is known afterwards."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.regexp import PatternError, RubyRegexp, regexp
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.kinds import MatchData

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from duckrow.ruby.interpreter import Interpreter

_ESCAPED = {
    **{char: f"\\{char}" for char in "[]{}()|-*.\\?+^$#"},
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\f": "\\f",
    "\v": "\\v",
    " ": "\\ ",
}
_ESCAPES = str.maketrans(_ESCAPED)


def escape(text: str) -> str:
    """Write text so that a regular expression matches just it."""
    return text.translate(_ESCAPES)


def make_regexp(source: str, flags: int = 0) -> RubyRegexp:
    """Make a regular expression, or raise Ruby's error about it."""
    try:
        return regexp(source, flags)
    except PatternError as wrong:
        raise RubyError("RegexpError", f"{wrong.message}: /{source}/") from None


def to_regexp(_ruby: Interpreter, value: object) -> RubyRegexp:
    """Return the regular expression of an argument; a string matches itself literally."""
    if type(value) is RubyRegexp:
        return value
    if isinstance(value, str):
        return make_regexp(escape(value))
    raise type_error(f"wrong argument type {conversion_name(value)} (expected Regexp)")


def to_pattern(_ruby: Interpreter, value: object) -> RubyRegexp:
    """Return the expression of an argument; text is the source of one."""
    if type(value) is RubyRegexp:
        return value
    if isinstance(value, str):
        return make_regexp(value)
    raise type_error(f"wrong argument type {conversion_name(value)} (expected Regexp)")


def search(
    ruby: Interpreter, pattern: RubyRegexp, text: str, start: int = 0
) -> re.Match[str] | None:
    """Find a match and remember it as the last one."""
    found = find(pattern, text, start)
    ruby.match = None if found is None else MatchData(found, pattern)
    return found


def find(pattern: RubyRegexp, text: str, start: int = 0) -> re.Match[str] | None:
    """Find a match without remembering it."""
    try:
        return pattern.search(text, start)
    except PatternError as wrong:
        raise RubyError("RegexpError", f"{wrong.message}: /{pattern.source}/") from None


def find_all(pattern: RubyRegexp, text: str) -> Iterator[re.Match[str]]:
    """Find all matches, one after the other."""
    at = 0
    while at <= len(text):
        found = find(pattern, text, at)
        if found is None:
            return
        yield found
        at = found.end() + (found.end() == found.start())


def text_of(_ruby: Interpreter, value: object) -> str:
    """Return the text that is searched: a string's or a symbol's."""
    if type(value) is Symbol:
        return value.name
    if isinstance(value, str):
        return value
    raise type_error(f"no implicit conversion of {conversion_name(value)} into String")
