"""Exceptions: raised, rescued, and as values.

As a value an exception is an object of its class. What travels through Python is a RubyError; the
two know each other, so that an exception that is raised again is the same one.
"""

from __future__ import annotations

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.state import STATE
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# What `rescue` can catch: Ruby's own exceptions, and Python's for what Ruby also complains about.
RESCUED = (RubyError, ZeroDivisionError, RecursionError)
# Where an object keeps its message and its error; no name of a variable in Ruby has a space.
_MESSAGE, _ERROR = " message", " error"


def raise_(_constants: dict[str, Any], *arguments: Any) -> NoReturn:
    """Raise an exception: a class and a message, an exception, or just a message."""
    if arguments and isinstance(arguments[-1], dict) and len(arguments) > 1:
        arguments = arguments[:-1]  # what caused it
    if not arguments:
        if STATE.error is not None:
            raise STATE.error  # what is being rescued goes on
        raise RubyError("RuntimeError", "unhandled exception")
    first, *more = arguments
    if isinstance(first, str):
        raise RubyError("RuntimeError", first)
    if is_exception_class(first):
        first = new_exception(first, *more[:1])
    elif is_exception(first) and more:
        first = _with_message(first, more[0])
    if not is_exception(first):
        raise type_error("exception class/object expected")
    raise error_of(first)


def is_exception_class(value: Any) -> bool:
    return isinstance(value, RubyModule) and known_class("Exception") in value.ancestors()


def is_exception(value: Any) -> bool:
    return isinstance(value, RubyObject) and known_class("Exception") in value.class_.ancestors()


def new_exception(class_: RubyModule, *arguments: Any) -> Any:
    """Make an exception, as its class does it."""
    from duckrow.ruby.dispatch import send

    return send(class_, "new", *arguments)


def _with_message(value: RubyObject, message: Any) -> RubyObject:
    made = RubyObject(value.class_)
    made.variables = {**value.variables, _MESSAGE: message}
    made.variables.pop(_ERROR, None)
    return made


def error_of(value: RubyObject) -> Exception:
    """Give what is raised in Python for an exception."""
    known = value.variables.get(_ERROR)
    if isinstance(known, Exception):
        return known
    from duckrow.ruby.dispatch import send

    made = RubyError(value.class_.name, to_s(send(value, "message")), value)
    made.class_ = value.class_
    value.variables[_ERROR] = made
    return made


def exception_of(caught: Exception) -> RubyObject:
    """Give the exception that was caught as a value."""
    known = getattr(caught, "exception", None)
    if isinstance(known, RubyObject):
        return known
    made = RubyObject(_class_of_error(caught))
    made.variables[_MESSAGE] = _message_of(caught)
    made.variables[_ERROR] = caught
    if isinstance(caught, RubyError):
        caught.exception = made
    return made


def _message_of(caught: Exception) -> str:
    if isinstance(caught, ZeroDivisionError):
        return "divided by 0"
    return "stack level too deep" if isinstance(caught, RecursionError) else str(caught)


def rescues(caught: Exception, *classes: Any) -> bool:
    """Tell whether one of the classes covers an exception; none means StandardError."""
    actual = _class_of_error(caught)
    wanted = classes or (known_class("StandardError"),)
    if any(each in actual.ancestors() for each in wanted):
        STATE.error = caught
        return True
    return False


def _class_of_error(caught: Exception) -> RubyModule:
    if isinstance(caught, ZeroDivisionError):
        return known_class("ZeroDivisionError")
    if isinstance(caught, RecursionError):
        return known_class("SystemStackError")
    assert isinstance(caught, RubyError)
    if caught.class_ is None:
        found = find_constant(caught.class_name)
        caught.class_ = found if isinstance(found, RubyModule) else known_class("StandardError")
    return caught.class_


# ---- methods


def _initialize(self: RubyObject, message: Any = None, *_: Any) -> None:
    self.variables[_MESSAGE] = message


def _text(self: RubyObject) -> str:
    message = self.variables.get(_MESSAGE)
    return self.class_.name if message is None else to_s(message)


def _message(self: RubyObject) -> str:
    from duckrow.ruby.dispatch import send

    return to_s(send(self, "to_s"))


def _inspect(self: RubyObject) -> str:
    text = to_s(self)
    return f"#<{self.class_.name}: {text}>" if text else self.class_.name


def _full_message(self: RubyObject, *_: Any) -> str:
    return f"{_message(self)} ({self.class_.name})"


def _exception(self: RubyObject, *message: Any) -> RubyObject:
    return _with_message(self, message[0]) if message else self


def _is_equal(self: RubyObject, other: Any) -> bool:
    return self is other or (
        is_exception(other) and self.class_ is other.class_ and inspect(self) == inspect(other)
    )


METHODS: dict[str, Callable[..., Any]] = {
    "initialize": _initialize,
    "to_s": _text,
    "message": _message,
    "detailed_message": _full_message,
    "full_message": _full_message,
    "inspect": _inspect,
    "exception": _exception,
    "backtrace": lambda _: [],
    "backtrace_locations": lambda _: [],
    "set_backtrace": lambda _self, trace: trace,
    "cause": lambda _: None,
    "==": _is_equal,
}
