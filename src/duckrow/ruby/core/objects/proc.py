"""The methods of blocks, lambdas and methods as values."""

from __future__ import annotations

from duckrow.ruby.core.objects.method import arity
from duckrow.ruby.values.kinds import Proc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _call(ruby: Interpreter, self: Proc, *arguments: object, block: Proc | None = None) -> Any:
    return self(ruby, *arguments) if block is None else self.with_block(ruby, arguments, block)


def _curry(_ruby: Interpreter, self: Proc) -> Proc:
    def taken(ruby: Interpreter, *given: object) -> object:
        if len(given) >= self.count:
            return self(ruby, *given)
        return Proc(lambda ruby, *more: taken(ruby, *given, *more))

    return Proc(taken)


METHODS: dict[str, Callable[..., object]] = {
    "call": _call,
    "()": _call,
    "[]": _call,
    "yield": _call,
    "===": _call,
    "to_proc": lambda _ruby, self: self,
    "lambda?": lambda _ruby, self: self.is_lambda,
    "arity": lambda _ruby, self: arity(self),
    "curry": _curry,
    ">>": lambda _ruby, self, other: Proc(lambda ruby, *given: other(ruby, self(ruby, *given))),
    "<<": lambda _ruby, self, other: Proc(lambda ruby, *given: self(ruby, other(ruby, *given))),
}
