"""Errno: an exception class for each error of the kernel."""

from __future__ import annotations

import errno
from os import strerror

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_MESSAGE = " message"


def _initialize(number: int) -> Callable[..., object]:
    def initialize(ruby: Interpreter, self: RubyObject, message: object = None, *_: object) -> None:
        text = strerror(number)
        self.variables[_MESSAGE] = text if message is None else f"{text} - {to_s(ruby, message)}"

    return initialize


def _number(number: int) -> Callable[..., object]:
    return lambda _ruby, _self: number


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its classes."""
    from duckrow.ruby.constants import known_class

    parent = known_class(ruby, "SystemCallError")
    module = RubyModule("Errno", is_class=False)
    made: dict[str, object] = {"Errno": module}
    for number, name in errno.errorcode.items():
        class_ = RubyModule(
            f"Errno::{name}",
            parent,
            methods={"initialize": _initialize(number), "errno": _number(number)},
        )
        class_.constants["Errno"] = number
        module.constants[name] = class_
        made[f"Errno::{name}"] = class_
    made["Errno::EWOULDBLOCK"] = made["Errno::EAGAIN"]
    return made
