"""Small words that the tables of Puppet's classes share.

A class of Puppet is a RubyModule whose methods are Python functions of the interpreter, self, the
arguments and `block`. Instance variables are in `variables`, by their names without the sign: code
in Ruby sees them as @name. A name with a space in front is ours alone.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import is_a, to_s
from duckrow.ruby.core.convert import to_name
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

    Method = Callable[..., object]
    Methods = dict[str, Method]

ABSENT = symbol("absent")
PRESENT = symbol("present")
ENSURE = symbol("ensure")
NAME = symbol("name")
PROVIDER = symbol("provider")
RESOURCE = symbol("resource")
VALUE = symbol("value")
SHOULD = symbol("should")


def intern(ruby: Interpreter, value: object) -> Symbol:
    """Return the symbol of a name."""
    return value if type(value) is Symbol else symbol(to_name(ruby, value))


def class_at(ruby: Interpreter, path: str) -> RubyModule:
    """Return a class or module by its whole name."""
    found = ruby.known.made.get(path)
    if found is None:
        found = find_constant(ruby, path)
    if not isinstance(found, RubyModule):
        raise UnsupportedError(path)
    return found


def is_kind(ruby: Interpreter, value: object, path: str) -> bool:
    """Return whether a value is an object of a class of Puppet."""
    return isinstance(value, RubyObject) and is_a(ruby, value, class_at(ruby, path))


def option(options: object, name: str, default: object = None) -> Any:
    """Return one of the options in the hash at the end of a call."""
    if not isinstance(options, dict):
        return default
    found = options.get(symbol(name))
    return default if found is None else found


def items_of(value: object) -> list[Any]:
    """Return a value as Array() makes it: nothing for nil, a list for anything else."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def flat(value: object) -> list[Any]:
    """Return all that is in lists within lists."""
    if not isinstance(value, list):
        return [value]
    return [inner for item in value for inner in flat(item)]


def puppet_error(message: str, class_name: str = "Puppet::Error") -> RubyError:
    """Return an error of one of Puppet's classes."""
    return RubyError(class_name, message)


def dev_error(message: str) -> RubyError:
    """Return the error about a mistake in a type or provider."""
    return RubyError("Puppet::DevError", message)


def define(ruby: Interpreter, class_: RubyModule, name: str, block: Proc) -> None:
    """Make a block a method of a class."""
    send(ruby, class_, "define_method", symbol(name), block=block)


def reader(name: str) -> Callable[..., object]:
    """Return the method that reads an instance variable."""
    return lambda _ruby, self: self.variables.get(name)


def writer(name: str) -> Callable[..., object]:
    """Return the method that sets an instance variable."""

    def write(_ruby: Interpreter, self: RubyObject | RubyModule, value: object) -> object:
        self.variables[name] = value
        return value

    return write


def capitalize(text: str) -> str:
    """Return a text as Ruby's `capitalize` writes it."""
    return text[:1].upper() + text[1:].lower()


class CouldNotSetError(RubyError):
    """A value of a property that could not be set because of another exception, its `cause`."""

    def __init__(self, message: str, cause: str) -> None:
        super().__init__("Puppet::ResourceError", message)
        self.cause = cause


class PythonFileError(UnsupportedError):
    """A file of a provider in Python that does not work: the resources that ask for it fail."""


def generate_class(
    ruby: Interpreter,
    around: RubyModule,
    name: Symbol,
    parent: RubyModule,
    *,
    prefix: str = "",
    attributes: object = None,
    modules: tuple[RubyModule, ...] = (),
    block: Proc | None = None,
) -> RubyModule:
    """Make a class inside another one: its variables, its attributes, then its body."""
    constant = prefix + capitalize(name.name)
    made = RubyModule(f"{around.name}::{constant}", parent)
    made.variables["name"] = name
    around.constants[constant] = made
    hook = parent.find_singleton("inherited")
    if hook is not None:
        send(ruby, parent, "inherited", made)
    send(ruby, made, "initvars")
    for key, value in attributes.items() if isinstance(attributes, dict) else ():
        if made.find_singleton(f"{key.name}=") is not None:
            send(ruby, made, f"{key.name}=", value)
    for module in modules:
        made.includes.append(module)
        made.extensions.append(module)
    if block is not None:
        block.with_self(ruby, made)
    return made


def text_of(ruby: Interpreter, value: object) -> str:
    """Return a value as interpolation writes it."""
    return to_s(ruby, value)
