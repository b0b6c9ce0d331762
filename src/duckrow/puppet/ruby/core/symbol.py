"""The methods of symbols: those of their text, and few of their own."""

from __future__ import annotations

from duckrow.puppet.ruby.core.basics import compare
from duckrow.puppet.ruby.values import Proc, Symbol, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _to_proc(self: Symbol) -> Proc | None:
    from duckrow.puppet.ruby.runtime import to_proc

    return to_proc(self)


def _inspect(self: Symbol) -> str:
    from duckrow.puppet.ruby.core.basics import inspect

    name = self.name
    if name.isidentifier() or (name[:-1].isidentifier() and name[-1:] in "?!="):
        return f":{name}"
    if name in ("+", "-", "*", "/", "%", "<", ">", "==", "<=", ">=", "<=>", "[]", "[]=", "<<", "!"):
        return f":{name}"
    return f":{inspect(name)}"


def _by_text(name: str) -> Callable[..., Any]:
    """Make a method that does to the text what the string's method does, and gives a symbol."""

    def method(self: Symbol, *arguments: Any) -> Any:
        from duckrow.puppet.ruby.dispatch import send

        made = send(self.name, name, *arguments)
        return symbol(made) if isinstance(made, str) else made

    return method


def _as_text(name: str) -> Callable[..., Any]:
    def method(self: Symbol, *arguments: Any) -> Any:
        from duckrow.puppet.ruby.dispatch import send

        return send(self.name, name, *arguments)

    return method


METHODS: dict[str, Callable[..., Any]] = {
    "to_s": lambda self: self.name,
    "name": lambda self: self.name,
    "id2name": lambda self: self.name,
    "to_sym": lambda self: self,
    "to_proc": _to_proc,
    "inspect": _inspect,
    "==": lambda self, other: self is other,
    "<=>": compare,
    **{name: _by_text(name) for name in "upcase downcase capitalize swapcase succ next".split()},
    **{
        name: _as_text(name)
        for name in "length size [] =~ match match? empty? start_with? end_with? encoding".split()
    },
}
