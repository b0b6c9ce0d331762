"""Blocks that run with another self: instance_eval, instance_exec, class_eval, class_exec."""

from __future__ import annotations

from duckrow.ruby.errors import UnsupportedError, argument_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc, RubyModule


def _block(name: str, arguments: tuple[object, ...], block: Proc | None) -> Proc:
    if block is not None:
        return block
    if arguments:
        raise UnsupportedError(f"{name} of a string")
    raise argument_error("wrong number of arguments (given 0, expected 1..3)")


def instance_eval(
    ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
) -> object:
    """Run a block with an object as self; the object is its argument, too."""
    return instance_exec(ruby, self, self, block=_block("instance_eval", arguments, block))


def instance_exec(
    ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
) -> object:
    """Run a block with an object as self."""
    written = _block("instance_exec", (), block)
    ruby.evaluated.append(self)  # methods that are defined now are those of this object only
    try:
        return written.with_self(ruby, self, *arguments)
    finally:
        ruby.evaluated.pop()


def class_eval(
    ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    """Run a block as the body of a class; the class is its argument, too."""
    return class_exec(ruby, self, self, block=_block("class_eval", arguments, block))


def class_exec(
    ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    """Run a block as the body of a class."""
    written = _block("class_exec", (), block)
    mode, self.mode = self.mode, "public"
    evaluated, ruby.evaluated = ruby.evaluated, []
    try:
        return written.with_self(ruby, self, *arguments)
    finally:
        self.mode = mode
        ruby.evaluated = evaluated


METHODS: dict[str, Callable[..., object]] = {
    "instance_eval": instance_eval,
    "instance_exec": instance_exec,
}
CLASS_METHODS: dict[str, Callable[..., object]] = {
    "class_eval": class_eval,
    "class_exec": class_exec,
    "module_eval": class_eval,
    "module_exec": class_exec,
}
