"""Bindings, for Ruby code that has a machine.

A binding holds the self around it: a template sees the instance variables and methods of that
object, but not the variables of the method.
"""

from __future__ import annotations

from duckrow.ruby.dispatch import no_method
from duckrow.ruby.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class BindingValue:
    """The self of a place in Ruby code."""

    __slots__ = ("receiver",)

    ruby_class_name = "Binding"

    def __init__(self, receiver: object) -> None:
        self.receiver = receiver

    def ruby_send(
        self, ruby: Interpreter, name: str, _arguments: tuple[object, ...], _block: Proc | None
    ) -> object:
        if name == "receiver":
            return self.receiver
        if name.startswith("local_variable") or name == "eval":
            raise UnsupportedError(f"Binding#{name}")
        raise no_method(ruby, self, name)
