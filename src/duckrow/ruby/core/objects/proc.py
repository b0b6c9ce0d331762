"""The methods of blocks, lambdas and methods as values."""

from __future__ import annotations

from duckrow.ruby.values.kinds import Proc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _call(ruby: Interpreter, self: Proc, *arguments: object) -> Any:
    return self(ruby, *arguments)


def _arity(_ruby: Interpreter, self: Proc) -> int:
    if self.count < 0:
        return -1
    return self.count if not self.has_rest and self.required == self.count else -self.required - 1


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
    "arity": _arity,
    "curry": _curry,
    ">>": lambda _ruby, self, other: Proc(lambda ruby, *given: other(ruby, self(ruby, *given))),
    "<<": lambda _ruby, self, other: Proc(lambda ruby, *given: self(ruby, other(ruby, *given))),
}
