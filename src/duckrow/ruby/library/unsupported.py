"""Constants whose very purpose is to reach out of this world."""

from __future__ import annotations

from duckrow.ruby.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

# Methods that do not use the constant.
_HARMLESS = frozenset(("nil?", "respond_to?", "==", "!=", "is_a?", "kind_of?", "!"))


class UnsupportedConstant:
    """A class or module that is known by name and does nothing.

    One that is not loaded exists only for code that uses it: `defined?` returns nil.
    """

    __slots__ = ("is_loaded", "name")

    ruby_class_name = "Class"

    def __init__(self, name: str, is_loaded: bool = True) -> None:
        self.name = name
        self.is_loaded = is_loaded

    def ruby_responds_to(self, _ruby: Interpreter, _name: str) -> bool:
        return False

    def ruby_send(
        self, _ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        if name in ("name", "to_s", "inspect"):
            return self.name
        if name in _HARMLESS:
            return name == "!=" or (name == "==" and arguments[:1] == (self,))
        raise UnsupportedError(f"{self.name}.{name}")
