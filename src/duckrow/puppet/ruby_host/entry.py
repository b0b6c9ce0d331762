"""Calls from Python into Ruby code of types and providers, and the errors that come back."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.ruby_code import calling
from duckrow.puppet.ruby_code.calling import error_message, origin_of
from duckrow.puppet.ruby_host.objects import CouldNotSetError, PythonFileError
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import Jump, UnsupportedError
from duckrow.ruby.exceptions import RESCUED
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from duckrow.puppet.ruby_host.host import MachineHost
    from duckrow.ruby.interpreter import Interpreter

    T = TypeVar("T")


class LeftRubyError(ProviderError):
    """An exception that left Ruby code; the message is that of the exception.

    `is_ours` says that duckrow lacks something or has a fault: the code is right.
    """

    def __init__(self, message: str, *, is_ours: bool = False, cause: str = "") -> None:
        super().__init__(message)
        self.is_ours = is_ours
        self.cause = cause


def enter(host: MachineHost, work: Callable[[Interpreter], T]) -> T:
    """Do some work with an interpreter; exceptions of Ruby become errors of a provider."""
    ruby = host.interpreter()
    waiting = len(host.waiting)
    try:
        return work(ruby)
    except UnsupportedError as error:
        raise LeftRubyError(unsupported_text(error), is_ours=True) from error
    except (*RESCUED, Jump) as error:
        cause = error.cause if isinstance(error, CouldNotSetError) else ""
        raise LeftRubyError(error_message(ruby, error), cause=cause) from error
    except DuckrowError:
        raise
    except Exception as error:
        host.log("debug", traceback_of(error))
        raise LeftRubyError(fault_text(error), is_ours=True) from error
    finally:
        if len(host.waiting) > waiting:
            host.finish_waiting(waiting)


def ask(host: MachineHost, receiver: object, method: str, *arguments: object) -> Any:
    """Call a method."""
    return enter(host, lambda ruby: send(ruby, receiver, method, *arguments))


def fault_text(error: Exception) -> str:
    """Return the message about an exception of Python in code that Ruby code called."""
    from duckrow.source.python_files import text_of_error

    of_module = text_of_error(error)
    if of_module:
        return of_module
    file, line = origin_of(error)
    where = "" if file is None else f" at {file}:{line}"
    return f"a fault in duckrow{where}, not in your files: {type(error).__name__}: {error}"


def traceback_of(error: Exception) -> str:
    """Return where an exception of Python happened, for the log of a run with --debug."""
    from traceback import format_exception

    return "".join(format_exception(error)).rstrip("\n")


def unsupported_text(error: UnsupportedError) -> str:
    """Return the message about a construct that this Ruby does not know."""
    if isinstance(error, PythonFileError):
        return str(error)
    return calling.unsupported_text("The Ruby code", error)
