"""run: calls a function of the language."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import equal, inspect, matches, to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.exceptions import RESCUED, message_of, rescues
from duckrow.ruby.values.kinds import RubyModule
from duckrow.ruby.values.missing import MISSING
from duckrow.spec.lacks import reject_lack
from duckrow.spec.matchers.matcher import Matcher
from duckrow.spec.values import SensitiveValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class Run(Matcher):
    """run, with_params, with_lambda, and_return, and_raise_error."""

    __slots__ = (
        "_arguments",
        "_block",
        "_class",
        "_error",
        "_expected",
        "_is_error_expected",
        "_message",
        "_result",
        "_shown",
    )

    ruby_class_name = "RSpec::Puppet::FunctionMatchers::Run"

    def __init__(self) -> None:
        super().__init__()
        self._arguments: tuple[object, ...] = ()
        self._shown = ""
        self._block: Proc | None = None
        self._expected: object = MISSING
        self._result: object = None
        self._error: Exception | None = None
        self._is_error_expected = False
        self._class: object = None
        self._message: object = None

    def take_block(self, block: Proc) -> None:
        self._block = block

    def with_params(self, ruby: Interpreter, *arguments: object) -> Run:
        """Call it with these arguments; the description shows them as they are now."""
        self._arguments = arguments
        self._shown = inspect(ruby, list(arguments))[1:-1]
        return self

    def and_return(self, value: object) -> Run:
        """Expect a result."""
        self._expected = value
        return self

    def raise_error(self, first: object, message: object = None) -> Run:
        """Expect an error: a class with a message, or a message."""
        self._is_error_expected = True
        if isinstance(first, RubyModule):
            self._class, self._message = first, message
        else:
            self._class, self._message = None, first
        return self

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        self._error = None
        try:
            self._result = send(ruby, actual, "execute", *self._arguments, block=self._block)
        except RESCUED as error:
            reject_lack(error)
            self._error = error
        if self._is_error_expected:
            return self._error is not None and self._is_expected_error(ruby, self._error)
        if self._error is not None:
            return False
        if self._expected is MISSING:
            return True
        if isinstance(self._expected, RubyRegexp):
            return isinstance(self._result, str) and matches(ruby, self._expected, self._result)
        if isinstance(self._expected, SensitiveValue):
            return self._expected.equals(ruby, self._result)
        if isinstance(self._expected, Matcher):
            return self._expected.matches(ruby, self._result)
        return equal(ruby, self._result, self._expected)

    def _is_expected_error(self, ruby: Interpreter, error: Exception) -> bool:
        if isinstance(self._class, RubyModule) and not rescues(ruby, error, self._class):
            return False
        if self._message is None:
            return True
        text = message_of(error)
        if isinstance(self._message, RubyRegexp):
            return matches(ruby, self._message, text)
        return to_s(ruby, self._message) == text

    def _call(self, ruby: Interpreter) -> str:
        name = "" if self.actual is None else to_s(ruby, send(ruby, self.actual, "func_name"))
        return f"{name}({self._shown})"

    def description(self, ruby: Interpreter) -> str:
        if self._is_error_expected:
            kind = "Exception" if self._class is None else to_s(ruby, self._class)
            said = f"raise an {kind}"
            if isinstance(self._message, RubyRegexp):
                said += f" with the message matching {inspect(ruby, self._message)}"
            elif self._message is not None:
                said += f"with the message {inspect(ruby, self._message)}"
            return f"run {self._call(ruby)} and {said}"
        if self._expected is MISSING:
            return f"run {self._call(ruby)} without error"
        verb = "match" if isinstance(self._expected, RubyRegexp) else "return"
        return f"run {self._call(ruby)} and {verb} {inspect(ruby, self._expected)}"

    def _outcome(self, ruby: Interpreter) -> str:
        if self._error is not None:
            name = getattr(self._error, "class_name", type(self._error).__name__)
            return f"{name}({message_of(self._error)})"
        return inspect(ruby, self._result)

    def message(self, ruby: Interpreter) -> str:
        return f"expected to {self.description(ruby)} instead of {self._outcome(ruby)}"

    def negated_message(self, ruby: Interpreter) -> str:
        return f"expected not to {self.description(ruby)}"


def _with_lambda(_ruby: Interpreter, self: Run, *, block: Proc) -> Run:
    self.take_block(block)
    return self


Run.ruby_methods = {
    "with_params": lambda ruby, self, *arguments: self.with_params(ruby, *arguments),
    "with_lambda": _with_lambda,
    "and_return": lambda _ruby, self, value: self.and_return(value),
    "and_raise_error": lambda _ruby, self, first, message=None: self.raise_error(first, message),
}
