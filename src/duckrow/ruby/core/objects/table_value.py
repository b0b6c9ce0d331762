"""Values of the library that are Python objects: a table says which methods they have."""

from __future__ import annotations

from duckrow.ruby.values.kinds import RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class TableValue:
    """Answers to the methods of its table, and to those that every object has."""

    __slots__ = ()

    ruby_class_name = "Object"
    ruby_methods: dict[str, Callable[..., object]] = {}  # noqa: RUF012  (each class has its own)

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        from duckrow.ruby.dispatch import methods_of

        return name in self.ruby_methods or name in methods_of(ruby, RubyObject)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        from duckrow.ruby.dispatch import call_method, methods_of, no_method

        method = self.ruby_methods.get(name) or methods_of(ruby, RubyObject).get(name)
        if method is None:
            raise no_method(ruby, self, name)
        return call_method(ruby, method, self, arguments, block)
