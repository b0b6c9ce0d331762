"""The methods of classes and modules themselves."""

from __future__ import annotations

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import case_equal, to_s
from duckrow.ruby.core.convert import to_name
from duckrow.ruby.core.objects.evaluate import CLASS_METHODS, class_exec
from duckrow.ruby.definitions import call_hook, new_class
from duckrow.ruby.dispatch import call_method
from duckrow.ruby.errors import RubyError, UnsupportedError, type_error, wrong_count
from duckrow.ruby.nesting import (
    Autoload,
    class_variable_of,
    constant_of,
    inner_constant,
    is_loaded,
    own_constant,
    put_class_variable,
    put_constant,
)
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import OwnClass, RubyModule, RubyObject, symbol
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


def _new(
    ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    if self.name == "Class":
        return _new_class(ruby, *arguments, block=block)
    if self.name == "Module":
        return _new_module(ruby, block=block)
    if not self.is_class:
        raise RubyError("NoMethodError", f"undefined method `new' for {self.name}:Module")
    if type(self) is OwnClass:
        raise type_error("can't create instance of singleton class")
    made = _allocate(ruby, self)
    method = self.find_method("initialize")
    if method is not None:
        call_method(ruby, method, made, arguments, block)
    elif arguments:
        raise wrong_count(len(arguments), "0")
    return made


def _allocate(_ruby: Interpreter, self: RubyModule) -> RubyObject:
    return RubyObject(self) if self.allocate is None else self.allocate(self)


def _new_class(
    ruby: Interpreter, parent: object = None, *, block: Proc | None = None
) -> RubyModule:
    """Make a class without a name, and run the block as its body."""
    made = new_class(ruby, "#<Class>", parent)
    assert made.parent is not None
    call_hook(ruby, made.parent, "inherited", made)
    if block is not None:
        class_exec(ruby, made, made, block=block)
    return made


def _new_module(ruby: Interpreter, *, block: Proc | None = None) -> RubyModule:
    """Make a module without a name, and run the block as its body."""
    made = RubyModule("#<Module>", None, is_class=False)
    made.home = ruby.known
    if block is not None:
        class_exec(ruby, made, made, block=block)
    return made


def _include(ruby: Interpreter, self: RubyModule, *modules: object) -> RubyModule:
    for each in reversed(modules):
        _mix(ruby, self, each, self.includes, "included")
    return self


def _prepend(ruby: Interpreter, self: RubyModule, *modules: object) -> RubyModule:
    for each in reversed(modules):
        _mix(ruby, self, each, self.prepends, "prepended")
    return self


def _mix(
    ruby: Interpreter, self: RubyModule, module: object, into: list[RubyModule], hook: str
) -> None:
    found = expect_module(ruby, module)
    if found not in into:
        into.append(found)
        ruby.known.kinds.clear()
        ruby.known.state += 1
    call_hook(ruby, found, hook, self)


def expect_module(_ruby: Interpreter, value: object) -> RubyModule:
    """Return a value if it is a module; raise TypeError otherwise."""
    if isinstance(value, RubyModule) and not value.is_class:
        return value
    if not isinstance(value, RubyModule) and hasattr(value, "ruby_send"):
        raise UnsupportedError(str(getattr(value, "name", class_name(value))))
    raise type_error(f"wrong argument type {class_name(value)} (expected module)")


# ---- constants and class variables


def _constant(ruby: Interpreter, self: RubyModule, name: object, *_: object) -> object:
    path = to_name(ruby, name)
    found: object = self
    if path.startswith("::"):
        found = known_class(ruby, "Object")
    for word in path.removeprefix("::").split("::"):
        _check_constant(word, path)
        known = inner_constant(ruby, found, word)
        if known is MISSING and found is self:
            known = own_constant(ruby, known_class(ruby, "Object"), word)
        found = constant_of(ruby, found, word) if known is MISSING else known
    return found


def _check_constant(word: str, path: str) -> None:
    if not (word[:1].isupper() and word.isidentifier()):
        raise RubyError("NameError", f"wrong constant name {path}")


def _has_constant(
    ruby: Interpreter, self: RubyModule, name: object, inherits: object = True
) -> bool:
    found: object = self
    for word in to_name(ruby, name).removeprefix("::").split("::"):
        holder = found
        if inherits:
            found = inner_constant(ruby, holder, word)
            if found is MISSING and holder is self:
                found = own_constant(ruby, known_class(ruby, "Object"), word)
        else:
            found = own_constant(ruby, holder, word) if isinstance(holder, RubyModule) else MISSING
        if not is_loaded(found):
            return False
    return True


def _set_constant(ruby: Interpreter, self: RubyModule, name: object, value: object) -> object:
    word = to_name(ruby, name)
    _check_constant(word, word)
    return put_constant(ruby, self, word, value)


def _remove_constant(ruby: Interpreter, self: RubyModule, name: object) -> object:
    word = to_name(ruby, name)
    if word not in self.constants:
        raise RubyError("NameError", f"constant {self.name}::{word} not defined")
    ruby.known.state += 1
    return self.constants.pop(word)


def _constants(_ruby: Interpreter, self: RubyModule, inherits: object = True) -> list[object]:
    classes = [each for each in self.ancestors() if each.name != "Object" or each is self]
    names = (name for each in (classes if inherits else [self]) for name in each.constants)
    return [symbol(name) for name in dict.fromkeys(names) if name.isidentifier()]


def _autoload(ruby: Interpreter, self: RubyModule, name: object, file: object) -> None:
    self.constants.setdefault(to_name(ruby, name), Autoload(to_s(ruby, file)))


def _class_variable_get(ruby: Interpreter, self: RubyModule, name: object) -> object:
    return class_variable_of(ruby, self, to_name(ruby, name))


def _class_variable_set(ruby: Interpreter, self: RubyModule, name: object, value: object) -> object:
    return put_class_variable(ruby, self, to_name(ruby, name), value)


def _has_class_variable(ruby: Interpreter, self: RubyModule, name: object) -> bool:
    word = to_name(ruby, name)
    return any(word in each.class_variables for each in self.ancestors())


def _class_variables(_ruby: Interpreter, self: RubyModule, *_: object) -> list[object]:
    names = (name for each in self.ancestors() for name in each.class_variables)
    return [symbol(name) for name in dict.fromkeys(names)]


# ---- order


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
    "name": lambda _ruby, self: None if self.name.startswith("#<") else self.name,
    "to_s": lambda _ruby, self: self.name,
    "inspect": lambda _ruby, self: self.name,
    "===": case_equal,
    "==": lambda _ruby, self, other: self is other,
    "<": lambda ruby, self, other: self is not other and _inherits(ruby, self, other),
    "<=": _inherits,
    ">": lambda ruby, self, other: self is not other and _inherits(ruby, other, self),
    ">=": lambda ruby, self, other: _inherits(ruby, other, self),
    "ancestors": lambda _ruby, self: self.ancestors(),
    "included_modules": lambda _ruby, self: [e for e in self.ancestors() if not e.is_class],
    "include?": lambda _ruby, self, module: module is not self and module in self.ancestors(),
    "superclass": lambda _ruby, self: self.parent,
    "allocate": _allocate,
    "include": _include,
    "prepend": _prepend,
    "const_get": _constant,
    "const_set": _set_constant,
    "const_defined?": _has_constant,
    "remove_const": _remove_constant,
    "constants": _constants,
    "autoload": _autoload,
    "class_variable_get": _class_variable_get,
    "class_variable_set": _class_variable_set,
    "class_variable_defined?": _has_class_variable,
    "class_variables": _class_variables,
    "private_constant": _nothing,
    "public_constant": _nothing,
    **CLASS_METHODS,
}
