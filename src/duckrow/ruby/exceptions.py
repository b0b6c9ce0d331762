"""Exceptions: raised, rescued, and as values.

As a value an exception is an object of its class. What travels through Python is a RubyError; the
two know each other, so that an exception that is raised again is the same one.
"""

from __future__ import annotations

from errno import errorcode

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import inspect, is_a, to_s
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.ruby.interpreter import Interpreter

# Exceptions that `rescue` can catch: Ruby's own, and the Python exceptions that match one.
RESCUED = (RubyError, ZeroDivisionError, RecursionError, OSError)
# Where an object keeps its message and its error; no name of a variable in Ruby has a space.
_MESSAGE, _ERROR = " message", " error"


def raise_(ruby: Interpreter, *arguments: Any) -> NoReturn:
    """Raise an exception: a class and a message, an exception, or just a message."""
    if arguments and isinstance(arguments[-1], dict) and len(arguments) > 1:
        arguments = arguments[:-1]  # the cause
    if not arguments:
        if ruby.error is not None:
            raise ruby.error  # raise the rescued exception again
        raise RubyError("RuntimeError", "unhandled exception")
    first, *more = arguments
    if isinstance(first, str):
        raise RubyError("RuntimeError", first)
    if is_exception_class(ruby, first):
        first = new_exception(ruby, first, *more[:1])
    elif is_exception(ruby, first) and more:
        first = _with_message(first, more[0])
    if not is_exception(ruby, first):
        raise type_error("exception class/object expected")
    raise error_of(ruby, first)


def is_exception_class(ruby: Interpreter, value: object) -> bool:
    return isinstance(value, RubyModule) and known_class(ruby, "Exception") in value.ancestors()


def is_exception(ruby: Interpreter, value: object) -> bool:
    return (
        isinstance(value, RubyObject) and known_class(ruby, "Exception") in value.class_.ancestors()
    )


def new_exception(ruby: Interpreter, class_: RubyModule, *arguments: object) -> Any:
    """Make an exception, as its class does it."""
    from duckrow.ruby.dispatch import send

    return send(ruby, class_, "new", *arguments)


def _with_message(value: RubyObject, message: object) -> RubyObject:
    made = RubyObject(value.class_)
    made.variables = {**value.variables, _MESSAGE: message}
    made.variables.pop(_ERROR, None)
    return made


def error_of(ruby: Interpreter, value: RubyObject) -> Exception:
    """Return the Python exception for an exception of Ruby."""
    known = value.variables.get(_ERROR)
    if isinstance(known, Exception):
        return known
    from duckrow.ruby.dispatch import send

    made = RubyError(value.class_.name, to_s(ruby, send(ruby, value, "message")), value)
    made.class_ = value.class_
    value.variables[_ERROR] = made
    return made


def exception_of(ruby: Interpreter, caught: Exception) -> RubyObject:
    """Return the exception that was caught as a value."""
    known = getattr(caught, "exception", None)
    if isinstance(known, RubyObject):
        return known
    made = RubyObject(_class_of_error(ruby, caught))
    made.variables[_MESSAGE] = message_of(caught)
    made.variables[_ERROR] = caught
    if isinstance(caught, RubyError):
        caught.exception = made
    return made


def message_of(caught: BaseException) -> str:
    """Return the message of an exception in Ruby's words."""
    if isinstance(caught, ZeroDivisionError):
        return "divided by 0"
    if isinstance(caught, OSError) and caught.strerror:
        where = "" if caught.filename is None else f" - {caught.filename}"
        return f"{caught.strerror}{where}"
    return "stack level too deep" if isinstance(caught, RecursionError) else str(caught)


def rescues(ruby: Interpreter, caught: Exception, *classes: object) -> bool:
    """Return whether one of the classes covers an exception; without classes StandardError."""
    actual = _class_of_error(ruby, caught)
    wanted = classes or (known_class(ruby, "StandardError"),)
    if any(each in actual.ancestors() for each in wanted):
        ruby.error = caught
        return True
    return False


def _class_of_error(ruby: Interpreter, caught: Exception) -> RubyModule:
    if isinstance(caught, ZeroDivisionError):
        return known_class(ruby, "ZeroDivisionError")
    if isinstance(caught, RecursionError):
        return known_class(ruby, "SystemStackError")
    if isinstance(caught, OSError):
        found = find_constant(ruby, f"Errno::{errorcode.get(caught.errno or 0, 'EIO')}")
        return found if isinstance(found, RubyModule) else known_class(ruby, "SystemCallError")
    assert isinstance(caught, RubyError)
    if caught.class_ is None:
        found = find_constant(ruby, caught.class_name)
        caught.class_ = (
            found if isinstance(found, RubyModule) else known_class(ruby, "StandardError")
        )
    return caught.class_


# ---- methods


def _initialize(_ruby: Interpreter, self: RubyObject, message: object = None, *_: object) -> None:
    self.variables[_MESSAGE] = message


def _text(ruby: Interpreter, self: RubyObject) -> str:
    message = self.variables.get(_MESSAGE)
    return self.class_.name if message is None else to_s(ruby, message)


def _message(ruby: Interpreter, self: RubyObject) -> str:
    from duckrow.ruby.dispatch import send

    return to_s(ruby, send(ruby, self, "to_s"))


def _inspect(ruby: Interpreter, self: RubyObject) -> str:
    text = to_s(ruby, self)
    return f"#<{self.class_.name}: {text}>" if text else self.class_.name


def _full_message(ruby: Interpreter, self: RubyObject, *_: object) -> str:
    return f"{_message(ruby, self)} ({self.class_.name})"


def _exception(_ruby: Interpreter, self: RubyObject, *message: object) -> RubyObject:
    return _with_message(self, message[0]) if message else self


def _is_equal(ruby: Interpreter, self: RubyObject, other: Any) -> bool:
    return self is other or (
        is_exception(ruby, other)
        and self.class_ is other.class_
        and inspect(ruby, self) == inspect(ruby, other)
    )


def _cause(ruby: Interpreter, self: RubyObject) -> RubyObject | None:
    """Return the exception that was being handled when this one was raised."""
    raised = self.variables.get(_ERROR)
    around = raised.__context__ if isinstance(raised, Exception) else None
    while around is not None and not isinstance(around, RESCUED):
        around = around.__context__
    return None if around is None else exception_of(ruby, around)


def _missing_name(ruby: Interpreter, self: RubyObject) -> object:
    """Return the name of the method that was not found."""
    return symbol(_missing(ruby, self, "name")[1])


def _status(ruby: Interpreter, self: RubyObject) -> int:
    """Return the exit code of SystemExit."""
    raised = self.variables.get(_ERROR)
    if not is_a(ruby, self, known_class(ruby, "SystemExit")):
        from duckrow.ruby.dispatch import no_method

        raise no_method(ruby, self, "status")
    return raised.status if isinstance(raised, RubyError) else 0


def _missing_receiver(ruby: Interpreter, self: RubyObject) -> object:
    return _missing(ruby, self, "receiver")[0]


def _missing(ruby: Interpreter, self: RubyObject, method: str) -> tuple[object, Any]:
    raised = self.variables.get(_ERROR)
    missing = getattr(raised, "missing", None) or getattr(raised, "sought", None)
    if missing is None:
        from duckrow.ruby.dispatch import no_method

        raise no_method(ruby, self, method)
    found: tuple[object, Any] = missing
    return found


METHODS: dict[str, Callable[..., object]] = {
    "initialize": _initialize,
    "to_s": _text,
    "message": _message,
    "detailed_message": _full_message,
    "full_message": _full_message,
    "inspect": _inspect,
    "exception": _exception,
    "backtrace": lambda _ruby, _: [],
    "backtrace_locations": lambda _ruby, _: [],
    "set_backtrace": lambda _ruby, _self, trace: trace,
    "cause": _cause,
    "name": _missing_name,
    "key": lambda ruby, self: _missing(ruby, self, "key")[1],
    "status": _status,
    "success?": lambda ruby, self: _status(ruby, self) == 0,
    "receiver": _missing_receiver,
    "==": _is_equal,
}
