"""The methods of classes and modules that are about the methods of their instances."""

from __future__ import annotations

from duckrow.ruby.core.convert import to_name
from duckrow.ruby.core.objects.method import UnboundMethod, method_body
from duckrow.ruby.definitions import (
    MODULE_FUNCTION,
    PRIVATE,
    PROTECTED,
    PUBLIC,
    add_method,
    alias_method,
    hide_method,
    instance_method_of,
    of_ruby_code,
    undefine_method,
    undefined_method,
)
from duckrow.ruby.dispatch import no_method
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.values.kinds import RubyModule, own_class, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


# ---- attributes


def _attribute_reader(ruby: Interpreter, self: RubyModule, *names: object) -> list[object]:
    return [_add(ruby, self, to_name(ruby, each), _reader(_word(ruby, each))) for each in names]


def _attribute_writer(ruby: Interpreter, self: RubyModule, *names: object) -> list[object]:
    return [
        _add(ruby, self, f"{to_name(ruby, each)}=", _writer(_word(ruby, each))) for each in names
    ]


def _attribute_accessor(ruby: Interpreter, self: RubyModule, *names: object) -> list[object]:
    return [*_attribute_reader(ruby, self, *names), *_attribute_writer(ruby, self, *names)]


def _add(ruby: Interpreter, self: RubyModule, name: str, function: Callable[..., object]) -> object:
    add_method(ruby, self, name, function)
    return symbol(name)


def _word(ruby: Interpreter, name: object) -> str:
    word = to_name(ruby, name)
    if not word.isidentifier():
        raise RubyError("NameError", f"invalid attribute name `{word}'")
    return word


# The name is not a parameter of the method: a call could pass another value for it.
def _reader(word: str) -> Callable[..., object]:
    from duckrow.ruby.naming import instance_variable

    return of_ruby_code(lambda ruby, object_: instance_variable(ruby, object_, word))


def _writer(word: str) -> Callable[..., object]:
    from duckrow.ruby.naming import set_instance_variable

    return of_ruby_code(
        lambda ruby, object_, value: set_instance_variable(ruby, object_, word, value)
    )


# ---- definitions


def _define_method(
    ruby: Interpreter,
    self: RubyModule,
    name: object,
    body: object = None,
    *,
    block: Proc | None = None,
) -> object:
    word = to_name(ruby, name)
    written = body if block is None else block
    if written is None:
        raise argument_error("tried to create Proc object without a block")
    return _add(ruby, self, word, method_body(word, written))


def _alias_method(ruby: Interpreter, self: RubyModule, new: object, old: object) -> object:
    alias_method(ruby, self, to_name(ruby, new), to_name(ruby, old))
    return symbol(to_name(ruby, new))


def _remove_method(ruby: Interpreter, self: RubyModule, *names: object) -> RubyModule:
    for each in names:
        word = to_name(ruby, each)
        if self.methods.pop(word, None) is None:
            raise RubyError("NameError", f"method `{word}' not defined in {self.name}")
        self.show(word)
    return self


def _undefine_method(ruby: Interpreter, self: RubyModule, *names: object) -> RubyModule:
    for each in names:
        undefine_method(ruby, self, to_name(ruby, each))
    return self


# ---- visibility


def _shown_as(mode: str) -> Callable[..., object]:
    def show(ruby: Interpreter, self: RubyModule, *names: object) -> object:
        if not names:
            self.mode = mode
            return None
        for word in _words(ruby, names):
            if instance_method_of(ruby, self, word) is None:
                raise undefined_method(self, word)
            hide_method(ruby, self, word, mode)
        return names[0] if len(names) == 1 else list(names)

    return show


def _words(ruby: Interpreter, names: tuple[object, ...]) -> list[str]:
    """Return names that are given one by one, or as an array."""
    given = names[0] if len(names) == 1 and isinstance(names[0], list) else names
    return [to_name(ruby, each) for each in given]


def _class_method_as(mode: str) -> Callable[..., object]:
    def show(ruby: Interpreter, self: RubyModule, *names: object) -> None:
        own = own_class(self)
        for word in _words(ruby, names):
            if instance_method_of(ruby, own, word) is None:
                raise undefined_method(self, word)
            hide_method(ruby, own, word, mode)

    return show


def _module_function(ruby: Interpreter, self: RubyModule, *names: object) -> object:
    if self.is_class:
        raise no_method(ruby, self, "module_function")
    if not names:
        self.mode = MODULE_FUNCTION
        return None
    for word in _words(ruby, names):
        found = instance_method_of(ruby, self, word)
        if found is None:
            raise undefined_method(self, word)
        self.singleton[word] = found
        hide_method(ruby, self, word, PRIVATE)
    return names[0] if len(names) == 1 else list(names)


# ---- questions


def _instance_methods(
    _ruby: Interpreter, self: RubyModule, inherits: object = True, *_: object
) -> list[object]:
    classes = self.ancestors() if inherits else [self]
    names = dict.fromkeys(name for each in classes for name in each.methods)
    return [symbol(each) for each in names if self.visibility(each) in (PUBLIC, PROTECTED)]


def _hidden_methods(mode: str) -> Callable[..., object]:
    def names(_ruby: Interpreter, self: RubyModule, inherits: object = True) -> list[object]:
        classes = self.ancestors() if inherits else [self]
        found = dict.fromkeys(name for each in classes for name in each.methods)
        return [symbol(each) for each in found if self.visibility(each) == mode]

    return names


def _is_defined(*modes: str) -> Callable[..., object]:
    def defined(ruby: Interpreter, self: RubyModule, name: object, *_: object) -> bool:
        word = to_name(ruby, name)
        found = instance_method_of(ruby, self, word)
        from duckrow.ruby.core.objects.kernel import METHODS

        if found is None or found is METHODS.get(word):
            return False
        return self.visibility(word) in modes

    return defined


def _instance_method(ruby: Interpreter, self: RubyModule, name: object) -> UnboundMethod:
    word = to_name(ruby, name)
    found = instance_method_of(ruby, self, word)
    if found is None:
        raise undefined_method(self, word)
    owners = (each for each in self.ancestors() if each.methods.get(word) is found)
    return UnboundMethod(word, found, next(owners, self))


METHODS: dict[str, Callable[..., object]] = {
    "attr": _attribute_reader,
    "attr_reader": _attribute_reader,
    "attr_writer": _attribute_writer,
    "attr_accessor": _attribute_accessor,
    "define_method": _define_method,
    "alias_method": _alias_method,
    "remove_method": _remove_method,
    "undef_method": _undefine_method,
    "private": _shown_as(PRIVATE),
    "public": _shown_as(PUBLIC),
    "protected": _shown_as(PROTECTED),
    "private_class_method": _class_method_as(PRIVATE),
    "public_class_method": _class_method_as(PUBLIC),
    "module_function": _module_function,
    "instance_methods": _instance_methods,
    "public_instance_methods": _hidden_methods(PUBLIC),
    "private_instance_methods": _hidden_methods(PRIVATE),
    "protected_instance_methods": _hidden_methods(PROTECTED),
    "method_defined?": _is_defined(PUBLIC, PROTECTED),
    "public_method_defined?": _is_defined(PUBLIC),
    "private_method_defined?": _is_defined(PRIVATE),
    "protected_method_defined?": _is_defined(PROTECTED),
    "instance_method": _instance_method,
    "public_instance_method": _instance_method,
}
