"""The methods of classes and modules themselves."""

from __future__ import annotations

from duckrow.ruby.core.basics import case_equal, to_s
from duckrow.ruby.core.convert import to_name
from duckrow.ruby.errors import ReturnJump, RubyError, type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


def _new(
    ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    from duckrow.ruby.dispatch import call_method

    if self.name == "Class":
        return _new_class(ruby, *arguments, block=block)
    if not self.is_class:
        raise RubyError("NoMethodError", f"undefined method `new' for {self.name}:Module")
    made = RubyObject(self)
    method = self.find_method("initialize")
    if method is not None:
        call_method(ruby, method, made, arguments, block)
    return made


def _new_class(ruby: Interpreter, parent: Any = None, *, block: Proc | None = None) -> RubyModule:
    """Make a class without a name, and run the block as its body."""
    from duckrow.ruby.constants import known_class

    made = RubyModule("#<Class>", parent or known_class(ruby, "Object"))
    if block is not None:
        block.function(ruby, self=made)
    return made


def _alias_method(ruby: Interpreter, self: RubyModule, new: object, old: object) -> object:
    from duckrow.ruby.naming import alias_method

    alias_method(ruby, self, to_s(ruby, new), to_s(ruby, old))
    return symbol(to_s(ruby, new))


def _attribute_reader(ruby: Interpreter, self: RubyModule, *names: object) -> None:
    for each in names:
        self.methods[to_name(ruby, each)] = _reader(_attribute(ruby, each))


def _attribute_writer(ruby: Interpreter, self: RubyModule, *names: object) -> None:
    for each in names:
        self.methods[f"{to_name(ruby, each)}="] = _writer(_attribute(ruby, each))


def _attribute(ruby: Interpreter, name: object) -> str:
    word = to_name(ruby, name)
    if not word.isidentifier():
        raise RubyError("NameError", f"invalid attribute name `{word}'")
    return word


# The name is not a parameter of the method: a call could pass another value for it.
def _reader(word: str) -> Callable[..., object]:
    from duckrow.ruby.naming import instance_variable

    return lambda ruby, object_: instance_variable(ruby, object_, word)


def _writer(word: str) -> Callable[..., object]:
    from duckrow.ruby.naming import set_instance_variable

    return lambda ruby, object_, value: set_instance_variable(ruby, object_, word, value)


def _attribute_accessor(ruby: Interpreter, self: RubyModule, *names: object) -> None:
    _attribute_reader(ruby, self, *names)
    _attribute_writer(ruby, self, *names)


def call_hook(ruby: Interpreter, module: RubyModule, name: str, given: object) -> None:
    """Call a hook of a module, such as `included`, if the module defines it."""
    hook = module.find_singleton(name)
    if hook is not None:
        from duckrow.ruby.dispatch import call_method

        call_method(ruby, hook, module, (given,), None)


def _include(ruby: Interpreter, self: RubyModule, *modules: Any) -> RubyModule:
    for each in modules:
        expect_module(ruby, each)
    self.includes += [each for each in modules if each not in self.includes]
    ruby.known.kinds.clear()
    for each in modules:
        call_hook(ruby, each, "included", self)
    return self


def expect_module(_ruby: Interpreter, value: object) -> RubyModule:
    """Return a value if it is a module; raise TypeError otherwise."""
    if isinstance(value, RubyModule) and not value.is_class:
        return value
    raise type_error(f"wrong argument type {class_name(value)} (expected module)")


def _module_function(ruby: Interpreter, self: RubyModule, *names: object) -> None:
    if self.is_class:
        from duckrow.ruby.dispatch import no_method

        raise no_method(ruby, self, "module_function")
    if not names:
        self.extensions.append(self)  # for all methods that are defined after it
    for each in names:
        word = to_s(ruby, each)
        if word in self.methods:
            self.singleton[word] = self.methods[word]


def _define_method(ruby: Interpreter, self: RubyModule, name: object, *, block: Proc) -> object:
    def called(ruby: Interpreter, object_: object, *arguments: object) -> object:
        try:
            return block.function(ruby, *arguments, self=object_)
        except ReturnJump as jump:
            return jump.value  # here a block is the body of a method

    self.methods[to_s(ruby, name)] = called
    return symbol(to_s(ruby, name))


def _constant(ruby: Interpreter, self: RubyModule, name: object, *_: object) -> object:
    from duckrow.ruby.constants import find_constant

    word = to_s(ruby, name)
    found = self.constants.get(word)
    if found is None:
        prefix = "" if self.name == "Object" else f"{self.name}::"
        found = find_constant(ruby, f"{prefix}{word}")
    if found is None:
        raise RubyError("NameError", f"uninitialized constant {self.name}::{word}")
    return found


def _inherits(_ruby: Interpreter, one: object, other: object) -> bool | None:
    """Return whether one inherits from the other; nil for classes that are not related."""
    if not isinstance(one, RubyModule) or not isinstance(other, RubyModule):
        raise type_error("compared with non class/module")
    if other in one.ancestors():
        return True
    return False if one in other.ancestors() else None


def _nothing(_ruby: Interpreter, _self: RubyModule, *_: object) -> None:
    return None


METHODS: dict[str, Callable[..., object]] = {
    "new": _new,
    "name": lambda _ruby, self: self.name,
    "to_s": lambda _ruby, self: self.name,
    "inspect": lambda _ruby, self: self.name,
    "===": case_equal,
    "==": lambda _ruby, self, other: self is other,
    "<": lambda ruby, self, other: self is not other and _inherits(ruby, self, other),
    "<=": _inherits,
    ">": lambda ruby, self, other: self is not other and _inherits(ruby, other, self),
    ">=": lambda ruby, self, other: _inherits(ruby, other, self),
    "ancestors": lambda _ruby, self: self.ancestors(),
    "superclass": lambda _ruby, self: self.parent,
    "instance_methods": lambda _ruby, self, *_: [symbol(name) for name in self.methods],
    "method_defined?": lambda ruby, self, name: self.find_method(to_s(ruby, name)) is not None,
    "instance_method": lambda ruby, self, name: self.find_method(to_s(ruby, name)),
    "alias_method": _alias_method,
    "attr_reader": _attribute_reader,
    "attr_writer": _attribute_writer,
    "attr_accessor": _attribute_accessor,
    "include": _include,
    "prepend": _include,
    "module_function": _module_function,
    "define_method": _define_method,
    "const_get": _constant,
    "const_defined?": lambda ruby, self, name, *_: to_s(ruby, name) in self.constants,
    "private": _nothing,
    "public": _nothing,
    "protected": _nothing,
    "private_class_method": _nothing,
    "private_constant": _nothing,
    "remove_method": _nothing,
}
