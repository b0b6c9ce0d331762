"""The methods of true and false."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


def _text(_ruby: Interpreter, self: bool) -> str:
    return "true" if self else "false"


def _truth(value: object) -> bool:
    return value is not None and value is not False


METHODS: dict[str, Callable[..., object]] = {
    "to_s": _text,
    "inspect": _text,
    "&": lambda _ruby, self, other: self and _truth(other),
    "|": lambda _ruby, self, other: self or _truth(other),
    "^": lambda _ruby, self, other: self != _truth(other),
}
