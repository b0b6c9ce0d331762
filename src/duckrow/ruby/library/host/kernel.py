"""Functions of Kernel that touch the host: commands, output, open."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.text.format import format_values
from duckrow.ruby.dispatch import send
from duckrow.ruby.library.host.asking import rejected
from duckrow.ruby.library.host.commands import KERNEL
from duckrow.ruby.library.host.pipes import popen
from duckrow.ruby.library.host.stream_methods import put_lines
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


def _out(ruby: Interpreter, text: str, name: str = "STDOUT") -> None:
    send(ruby, find_constant(ruby, name), "write", text)


def _puts(ruby: Interpreter, _self: object, *values: object) -> None:
    _out(ruby, put_lines(ruby, values))


def _print(ruby: Interpreter, _self: object, *values: object) -> None:
    _out(ruby, "".join(to_s(ruby, each) for each in values))


def _printf(ruby: Interpreter, _self: object, template: object, *values: object) -> None:
    _out(ruby, format_values(ruby, to_s(ruby, template), list(values)))


def _p(ruby: Interpreter, _self: object, *values: object) -> object:
    for each in values:
        _out(ruby, f"{inspect(ruby, each)}\n")
    return None if not values else values[0] if len(values) == 1 else list(values)


def _warn(ruby: Interpreter, _self: object, *values: object) -> None:
    texts = values[:-1] if values and isinstance(values[-1], dict) else values
    if texts:
        _out(ruby, put_lines(ruby, texts), "STDERR")


def _open(
    ruby: Interpreter, _self: object, path: object, *arguments: object, block: Proc | None = None
) -> object:
    """Open a file, or for "|command" a command."""
    if isinstance(path, str) and path.startswith("|"):
        io = find_constant(ruby, "IO")
        assert isinstance(io, RubyModule)
        return popen(ruby, io, path[1:], *arguments, block=block)
    return send(ruby, find_constant(ruby, "File"), "open", path, *arguments, block=block)


METHODS: dict[str, Callable[..., object]] = {
    **KERNEL,
    "puts": _puts,
    "print": _print,
    "printf": _printf,
    "p": _p,
    "pp": _p,
    "warn": _warn,
    "open": _open,
    "at_exit": rejected("at_exit"),
    "trap": rejected("trap"),
}
