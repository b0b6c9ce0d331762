"""ENV: the environment of Ruby code and of the commands it runs.

Changes belong to the Ruby code of this run: the process keeps its own environment.
"""

from __future__ import annotations

from duckrow.ruby.core.basics import inspect
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.dispatch import call_method, methods_of, no_method

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class Environment(dict[str, str]):
    """A hash of strings, in which nil removes a variable."""

    __slots__ = ()

    ruby_class_name = "Object"

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        return name in methods_of(ruby, dict)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        if name in ("to_hash", "to_h", "dup", "clone") and block is None:
            return dict(self)
        if name == "[]":
            return self.get(to_str(ruby, arguments[0]))
        if name in ("[]=", "store"):
            self._set(ruby, arguments[0], arguments[1])
            return arguments[1]
        if name in ("update", "merge!", "replace"):
            if name == "replace":
                self.clear()
            for each in arguments:
                for key, value in each.items() if isinstance(each, dict) else ():
                    self._set(ruby, key, value)
            return self
        if name in ("inspect", "to_s"):
            return "ENV" if name == "to_s" else inspect(ruby, dict(self))
        method = methods_of(ruby, dict).get(name)
        if method is None:
            raise no_method(ruby, self, name)
        return call_method(ruby, method, self, arguments, block)

    def _set(self, ruby: Interpreter, name: object, value: object) -> None:
        if value is None:
            self.pop(to_str(ruby, name), None)
        else:
            self[to_str(ruby, name)] = to_str(ruby, value)
