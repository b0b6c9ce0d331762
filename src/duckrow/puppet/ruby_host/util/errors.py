"""Puppet::Util::Errors: fail and devfail, which types, parameters and providers call."""

from __future__ import annotations

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.exceptions import RESCUED, error_of, is_exception_class, rescues
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from duckrow.ruby.interpreter import Interpreter


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the module."""
    module = RubyModule("Puppet::Util::Errors", is_class=False, methods=METHODS, singleton=METHODS)
    return {module.name: module}


def _fail(ruby: Interpreter, _self: object, *arguments: object) -> NoReturn:
    """Raise Puppet::Error, or an error of the class that is given first."""
    given = list(arguments)
    class_ = given.pop(0) if given and is_exception_class(ruby, given[0]) else None
    if len(given) > 1 and not isinstance(given[-1], str):
        given.pop()  # the error that caused it
    message = " ".join(to_s(ruby, each) for each in given)
    if class_ is None:
        raise RubyError("Puppet::Error", message)
    raise error_of(ruby, send(ruby, class_, "new", message))


def _devfail(ruby: Interpreter, _self: object, message: object) -> NoReturn:
    raise RubyError("Puppet::DevError", to_s(ruby, message))


def _add_context(_ruby: Interpreter, _self: object, error: object, _other: object = None) -> object:
    return error


def _wrap(
    ruby: Interpreter, self: object, options: object = None, *, block: Proc | None = None
) -> object:
    """Run a block; an exception becomes one of the type and with the message of the options."""
    if block is None:
        return None
    try:
        return block(ruby)
    except RESCUED as error:
        if not rescues(ruby, error) or not isinstance(options, dict):
            raise
        given = {key.name: value for key, value in options.items()}
        message = f"{to_s(ruby, given.get('message') or 'Failed')}: {error}"
        _fail(ruby, self, given.get("type"), message)


METHODS: dict[str, Callable[..., object]] = {
    "fail": _fail,
    "devfail": _devfail,
    "adderrorcontext": _add_context,
    "error_context": lambda _ruby, _self: "",
    "exceptwrap": _wrap,
}
