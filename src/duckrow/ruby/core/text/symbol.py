"""The methods of symbols: those of their text, and few of their own."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import compare, equal
from duckrow.ruby.values.kinds import Proc, symbol
from duckrow.ruby.values.symbol_text import inspect_symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _to_proc(ruby: Interpreter, self: Symbol) -> Proc | None:
    from duckrow.ruby.calls import to_proc

    return to_proc(ruby, self)


def _of_text(name: str, *, gives_symbol: bool = False) -> Callable[..., object]:
    """Make a method that calls the string's method of that name."""

    def method(ruby: Interpreter, self: Symbol, *arguments: object) -> Any:
        from duckrow.ruby.dispatch import send

        made = send(ruby, self.name, name, *arguments)
        return symbol(made) if gives_symbol else made

    return method


def _with_symbol(name: str) -> Callable[..., object]:
    """Make a comparison with another symbol; anything else has no order to it."""

    def method(ruby: Interpreter, self: Symbol, other: object) -> object:
        from duckrow.ruby.dispatch import send

        return send(ruby, self.name, name, other.name) if type(other) is Symbol else None

    return method


METHODS: dict[str, Callable[..., object]] = {
    "to_s": lambda _ruby, self: self.name,
    "name": lambda _ruby, self: self.name,
    "id2name": lambda _ruby, self: self.name,
    "to_sym": lambda _ruby, self: self,
    "intern": lambda _ruby, self: self,
    "to_proc": _to_proc,
    "inspect": lambda _ruby, self: inspect_symbol(self.name),
    "==": equal,
    "<=>": compare,
    "frozen?": lambda _ruby, _: True,
    **{
        name: _of_text(name, gives_symbol=True)
        for name in "upcase downcase capitalize swapcase succ next".split()
    },
    **{
        name: _of_text(name)
        for name in "length size [] slice =~ match match? empty? start_with? end_with? "
        "encoding".split()
    },
    **{name: _with_symbol(name) for name in ("casecmp", "casecmp?")},
}
