"""The methods of blocks, lambdas and methods as values."""

from __future__ import annotations

from duckrow.ruby.values.kinds import Proc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _call(self: Proc, *arguments: Any) -> Any:
    return self(*arguments)


def _arity(self: Proc) -> int:
    if self.count < 0:
        return -1
    return self.count if not self.has_rest and self.required == self.count else -self.required - 1


def _curry(self: Proc) -> Proc:
    def taken(*given: Any) -> Any:
        if len(given) >= self.count:
            return self(*given)
        return Proc(lambda *more: taken(*given, *more))

    return Proc(taken)


METHODS: dict[str, Callable[..., Any]] = {
    "call": _call,
    "()": _call,
    "[]": _call,
    "yield": _call,
    "===": _call,
    "to_proc": lambda self: self,
    "lambda?": lambda self: self.is_lambda,
    "arity": _arity,
    "curry": _curry,
    ">>": lambda self, other: Proc(lambda *given: other(self(*given))),
    "<<": lambda self, other: Proc(lambda *given: self(other(*given))),
}
