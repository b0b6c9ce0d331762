"""The methods that Shellwords adds to strings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


def _escape(ruby: Interpreter, self: str) -> str:
    from duckrow.ruby.library.escapes import shell_escape

    return shell_escape(ruby, self)


def _split(ruby: Interpreter, self: str) -> list[str]:
    from duckrow.ruby.library.escapes import shell_split

    return shell_split(ruby, self)


METHODS: dict[str, Callable[..., object]] = {
    "shellescape": _escape,
    "shellsplit": _split,
}
