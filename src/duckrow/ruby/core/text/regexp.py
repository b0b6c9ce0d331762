"""The methods of regular expressions."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.regexp import DOT_ALL, EXTENDED, IGNORE_CASE, RubyRegexp
from duckrow.ruby.core.basics import matches
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.text.matching import find, search, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


_OPTIONS = {IGNORE_CASE: 1, EXTENDED: 2, DOT_ALL: 4}
_FIXED_ENCODING = 16


def _start(ruby: Interpreter, text: str, offset: object) -> int | None:
    start = to_int(ruby, offset)
    if start < 0:
        start += len(text)
    return start if 0 <= start <= len(text) else None


def _match(
    ruby: Interpreter,
    self: RubyRegexp,
    text: object,
    offset: object = 0,
    *,
    block: Proc | None = None,
) -> object:
    ruby.match = None
    if text is None:
        return None
    if offset == 0 and block is None and type(text) is str:
        return ruby.match if matches(ruby, self, text) else None
    subject = text_of(ruby, text)
    start = _start(ruby, subject, offset)
    if start is None or search(ruby, self, subject, start) is None:
        return None
    return ruby.match if block is None else block(ruby, ruby.match)


def _is_match(ruby: Interpreter, self: RubyRegexp, text: object, offset: object = 0) -> bool:
    if text is None:
        return False
    subject = text_of(ruby, text)
    if offset == 0:
        return find(self, subject) is not None
    start = _start(ruby, subject, offset)
    return start is not None and find(self, subject, start) is not None


def _operator(ruby: Interpreter, self: RubyRegexp, text: object) -> int | None:
    if text is None:
        ruby.match = None
        return None
    found = search(ruby, self, text_of(ruby, text))
    return None if found is None else found.start()


def _case_equal(ruby: Interpreter, self: RubyRegexp, text: object) -> bool:
    if not isinstance(text, str) and type(text) is not Symbol:
        ruby.match = None
        return False
    return search(ruby, self, text_of(ruby, text)) is not None


def flags_of(options: int) -> int:
    """Return the flags for options as Ruby numbers them."""
    return sum(flag for flag, number in _OPTIONS.items() if options & number)


def _options(_ruby: Interpreter, self: RubyRegexp) -> int:
    """Return the options as Ruby numbers them; characters beyond ASCII tie it to an encoding."""
    made = sum(number for flag, number in _OPTIONS.items() if self.flags & flag)
    return made if self.source.isascii() else made + _FIXED_ENCODING


METHODS: dict[str, Callable[..., object]] = {
    "match": _match,
    "match?": _is_match,
    "=~": _operator,
    "===": _case_equal,
    "==": lambda _ruby, self, other: self == other,
    "eql?": lambda _ruby, self, other: self == other,
    "source": lambda _ruby, self: self.source,
    "options": _options,
    "casefold?": lambda _ruby, self: bool(self.flags & IGNORE_CASE),
    "names": lambda _ruby, self: list(self.names),
    "named_captures": lambda _ruby, self: {name: list(found) for name, found in self.names.items()},
    "to_s": lambda _ruby, self: self.to_s(),
    "inspect": lambda _ruby, self: repr(self),
    "hash": lambda _ruby, self: hash(self),
}
