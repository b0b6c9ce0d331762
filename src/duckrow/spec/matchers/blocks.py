"""Matchers about blocks: raise_error."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import inspect, matches, to_s
from duckrow.ruby.errors import argument_error
from duckrow.ruby.exceptions import RESCUED, exception_of, message_of, rescues
from duckrow.ruby.values.kinds import Proc, RubyModule
from duckrow.spec.lacks import reject_lack
from duckrow.spec.matchers.matcher import Matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


def text_fits(ruby: Interpreter, expected: object, text: str) -> bool:
    """Return whether a message is the expected one, or matches the pattern."""
    if expected is None:
        return True
    if isinstance(expected, RubyRegexp):
        return matches(ruby, expected, text)
    if isinstance(expected, Matcher):
        return expected.matches(ruby, text)
    return to_s(ruby, expected) == text


class RaiseError(Matcher):
    """raise_error(class, message)."""

    __slots__ = ("_block", "_class", "_error", "_message")

    def __init__(self, words: list[object], block: Proc | None) -> None:
        super().__init__()
        self._class: object = None
        self._message: object = None
        self._block = block
        self._error: Exception | None = None
        if words and not isinstance(words[0], RubyModule):
            self._message = words[0]
        elif words:
            self._class = words[0]
            self._message = words[1] if len(words) > 1 else None

    def take_block(self, block: Proc) -> None:
        self._block = block

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        if not isinstance(actual, Proc):
            raise argument_error("raise_error needs a block")
        self._error = None
        try:
            actual(ruby)
        except RESCUED as error:
            reject_lack(error)
            self._error = error
        if self._error is None:
            return False
        if isinstance(self._class, RubyModule) and not rescues(ruby, self._error, self._class):
            return False
        if not text_fits(ruby, self._message, message_of(self._error)):
            return False
        if self._block is not None:
            self._block(ruby, exception_of(ruby, self._error))
        return True

    def description(self, ruby: Interpreter) -> str:
        if self._class is None and self._message is not None:
            return f"raise {inspect(ruby, self._message)}"
        kind = "Exception" if self._class is None else to_s(ruby, self._class)
        if self._message is None:
            return f"raise {kind}"
        if isinstance(self._message, RubyRegexp):
            return f"raise {kind} with message matching {inspect(ruby, self._message)}"
        return f"raise {kind} with {inspect(ruby, self._message)}"

    def message(self, ruby: Interpreter) -> str:
        got = " but nothing was raised"
        if self._error is not None:
            name = getattr(self._error, "class_name", type(self._error).__name__)
            got = f", got #<{name}: {message_of(self._error)}>"
        return f"expected {self.description(ruby).removeprefix('raise ')}{got}"


def _raise_error(
    _ruby: Interpreter, _self: object, *words: object, block: Proc | None = None
) -> RaiseError:
    return RaiseError(list(words), block)


METHODS: dict[str, Callable[..., object]] = {
    "raise_error": _raise_error,
    "raise_exception": _raise_error,
}
