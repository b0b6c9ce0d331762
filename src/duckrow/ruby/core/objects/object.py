"""Methods that every value has."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import (
    case_equal,
    compare,
    eql,
    equal,
    inspect,
    is_a,
    truthy,
)
from duckrow.ruby.core.convert import to_name
from duckrow.ruby.core.objects.evaluate import METHODS as EVALUATE
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import (
    OwnClass,
    Proc,
    Range,
    RubyModule,
    RubyObject,
    own_class,
    symbol,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _class(ruby: Interpreter, self: object) -> RubyModule:
    from duckrow.ruby.constants import class_of

    return class_of(ruby, self)


def _is_a(ruby: Interpreter, self: object, class_: object) -> bool:
    if not isinstance(class_, RubyModule):
        raise type_error("class or module required")
    return is_a(ruby, self, class_)


def _instance_of(ruby: Interpreter, self: object, class_: object) -> bool:
    return _class(ruby, self) is class_


def _responds(
    ruby: Interpreter, self: object, name: object, includes_private: object = False
) -> bool:
    from duckrow.ruby.dispatch import call_method, responds_to

    word = to_name(ruby, name)
    if responds_to(ruby, self, word, truthy(includes_private)):
        return True
    if isinstance(self, RubyObject):
        asked = self.class_.find_method("respond_to_missing?")
    else:
        asked = self.find_singleton("respond_to_missing?") if isinstance(self, RubyModule) else None
    return asked is not None and truthy(
        call_method(ruby, asked, self, (symbol(word), truthy(includes_private)), None)
    )


def _send(
    ruby: Interpreter, self: Any, name: object, *arguments: Any, block: Proc | None = None
) -> Any:
    """Call a method by name: the same ones that can be called by writing them."""
    from duckrow.ruby.dispatch import call_method, method_of, send

    word = to_name(ruby, name)
    if hasattr(type(self), "ruby_send"):
        return self.ruby_send(ruby, word, arguments, block)
    found = method_of(ruby, self, word)
    if found is None:
        from duckrow.ruby.core.objects.kernel import METHODS as FUNCTIONS

        found = FUNCTIONS.get(word)
    if found is not None:
        return call_method(ruby, found, self, arguments, block)
    return send(ruby, self, word, *arguments, block=block)


def _public_send(
    ruby: Interpreter, self: object, name: object, *arguments: object, block: Proc | None = None
) -> object:
    from duckrow.ruby.dispatch import send

    return send(ruby, self, to_name(ruby, name), *arguments, block=block)


def _dup(ruby: Interpreter, self: object) -> object:
    return _copied(ruby, self, "initialize_dup")


def _clone(ruby: Interpreter, self: object, options: object = None) -> object:
    made = _copied(ruby, self, "initialize_clone")
    if isinstance(self, RubyObject) and isinstance(made, RubyObject):
        if type(self.class_) is OwnClass:
            own_class(made).methods.update(self.class_.methods)
            own_class(made).includes.extend(self.class_.includes)
        is_kept = not isinstance(options, dict) or options.get(symbol("freeze")) is not False
        made.is_frozen = self.is_frozen and is_kept
    return made


def _copied(ruby: Interpreter, self: object, hook: str) -> object:
    """Copy a value; an object may have more to do in initialize_copy."""
    if isinstance(self, (list, dict)):
        return self.copy()
    if type(self) is RubyModule:
        copy = RubyModule(self.name, self.parent, self.is_class, self.methods, self.singleton)
        copy.constants = dict(self.constants)
        copy.variables = dict(self.variables)
        copy.includes += self.includes
        copy.prepends += self.prepends
        copy.extensions += self.extensions
        return copy
    if isinstance(self, RubyObject):
        from duckrow.ruby.constants import class_of
        from duckrow.ruby.dispatch import call_method

        class_ = class_of(ruby, self)
        made = RubyObject(class_) if class_.allocate is None else class_.allocate(class_)
        made.variables = dict(self.variables)
        for name in (hook, "initialize_copy"):
            method = class_.find_method(name)
            if method is not None:
                call_method(ruby, method, made, (self,), None)
        return made
    return self


def _freeze(_ruby: Interpreter, self: object) -> object:
    if isinstance(self, RubyObject):
        self.is_frozen = True
    return self


def _is_frozen(_ruby: Interpreter, self: object) -> bool:
    if isinstance(self, RubyObject):
        return self.is_frozen
    return type(self) in (int, float, bool, type(None), Symbol, Range)


def _tap(ruby: Interpreter, self: object, *, block: Proc) -> object:
    block(ruby, self)
    return self


def _then(ruby: Interpreter, self: object, *, block: Proc) -> object:
    return block(ruby, self)


def _inspect(_ruby: Interpreter, self: object) -> str:
    return f"#<{class_name(self)}>"


def _variable_name(ruby: Interpreter, name: object) -> str:
    """Return the name of an instance variable without its sign."""
    word = to_name(ruby, name)
    if word[:1] == "@" and word[1:].isidentifier():
        return word[1:]
    raise RubyError("NameError", f"`{word}' is not allowed as an instance variable name")


def _instance_variable_get(ruby: Interpreter, self: object, name: object) -> object:
    from duckrow.ruby.naming import instance_variable

    return instance_variable(ruby, self, _variable_name(ruby, name))


def _instance_variable_set(ruby: Interpreter, self: object, name: object, value: object) -> object:
    from duckrow.ruby.naming import set_instance_variable

    return set_instance_variable(ruby, self, _variable_name(ruby, name), value)


def _instance_variables(_ruby: Interpreter, self: object) -> list[object]:
    known = self.variables if isinstance(self, RubyObject | RubyModule) else {}
    return [symbol(f"@{name}") for name in known if name.isidentifier()]


def _instance_variable_defined(ruby: Interpreter, self: object, name: object) -> bool:
    from duckrow.ruby.naming import defined_instance_variable

    return defined_instance_variable(ruby, self, _variable_name(ruby, name)) is not None


def _remove_instance_variable(ruby: Interpreter, self: object, name: object) -> object:
    word = _variable_name(ruby, name)
    known = self.variables if isinstance(self, RubyObject | RubyModule) else {}
    if word not in known:
        raise RubyError("NameError", f"instance variable @{word} not defined")
    return known.pop(word)


def _methods(ruby: Interpreter, self: object, *_: object) -> list[object]:
    """Return the names of the public methods that Ruby code has given to an object or class."""
    from duckrow.ruby.dispatch import visibility

    if not isinstance(self, RubyObject | RubyModule):
        from duckrow.ruby.dispatch import methods_of

        return [symbol(name) for name in methods_of(ruby, type(self))]
    line = (own_class(self) if isinstance(self, RubyModule) else self.class_).ancestors()
    names = dict.fromkeys(name for each in line for name in each.methods)
    return [symbol(name) for name in names if visibility(self, name) != "private"]


def _singleton_methods(_ruby: Interpreter, self: object, *_: object) -> list[object]:
    if isinstance(self, RubyModule):
        return [symbol(name) for name in self.singleton]
    if isinstance(self, RubyObject) and type(self.class_) is OwnClass:
        return [symbol(name) for name in self.class_.methods]
    return []


def _singleton_class(_ruby: Interpreter, self: object) -> object:
    if isinstance(self, RubyObject | RubyModule):
        return own_class(self)
    raise type_error("can't define singleton")


def _extend(ruby: Interpreter, self: object, *modules: object) -> object:
    from duckrow.ruby.core.objects.module import expect_module
    from duckrow.ruby.definitions import call_hook

    for each in reversed(modules):
        module = expect_module(ruby, each)
        if isinstance(self, RubyModule):
            if module not in self.extensions:
                self.extensions.append(module)
        elif isinstance(self, RubyObject) and module not in own_class(self).includes:
            own_class(self).includes.append(module)
        call_hook(ruby, module, "extended", self)
    return self


def _define_singleton(
    ruby: Interpreter, self: object, name: object, body: object = None, *, block: Proc | None = None
) -> object:
    from duckrow.ruby.core.objects.method import method_body
    from duckrow.ruby.definitions import define_singleton

    word = to_name(ruby, name)
    return define_singleton(ruby, self, word, method_body(word, body if block is None else block))


def _object_id(_ruby: Interpreter, self: object) -> int:
    if self is None:
        return 8
    if type(self) is Symbol:
        return hash(self) << 8 | 12
    return 2 * self + 1 if type(self) is int else id(self)


def _method(ruby: Interpreter, self: object, name: object) -> object:
    from duckrow.ruby.constants import class_of
    from duckrow.ruby.core.objects.kernel import METHODS as FUNCTIONS
    from duckrow.ruby.core.objects.method import Method
    from duckrow.ruby.dispatch import method_of, responds_to

    word = to_name(ruby, name)
    class_ = class_of(ruby, self)
    if hasattr(type(self), "ruby_send"):
        if responds_to(ruby, self, word) or word in FUNCTIONS:
            return Method(self, word, _sent(word), class_)
    else:
        found = method_of(ruby, self, word) or FUNCTIONS.get(word)
        if found is not None:
            line = own_class(self) if isinstance(self, RubyModule) else class_
            owners = (each for each in line.ancestors() if each.methods.get(word) is found)
            return Method(self, word, found, next(owners, class_))
        if _responds(ruby, self, name, True):
            return Method(self, word, _sent(word), class_)
    raise RubyError("NameError", f"undefined method `{word}' for class `{class_name(self)}'")


def _sent(name: str) -> Callable[..., object]:
    def called(
        ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
    ) -> object:
        return _send(ruby, self, name, *arguments, block=block)

    return called


def _enumerator(ruby: Interpreter, self: object, name: object = None, *arguments: object) -> object:
    from duckrow.ruby.core.collections.iteration import Enumerator

    return Enumerator(self, "each" if name is None else to_name(ruby, name), *arguments)


def _to_json(ruby: Interpreter, self: object, *_: object) -> str:
    from duckrow.ruby.library.json_write import generate

    return generate(ruby, self)


def _to_yaml(ruby: Interpreter, self: object, *options: object) -> str:
    from duckrow.ruby.library.yaml_ import to_yaml

    return to_yaml(ruby, self, *options)


METHODS: dict[str, Callable[..., object]] = {
    "to_json": _to_json,
    "to_pson": _to_json,
    "to_yaml": _to_yaml,
    "==": equal,
    "!=": lambda ruby, self, other: not equal(ruby, self, other),
    "equal?": lambda ruby, self, other: (
        self is other
        or (type(self) in (int, float, str, bool, Symbol) and equal(ruby, self, other))
    ),
    "eql?": eql,
    "===": case_equal,
    "=~": lambda _ruby, _self, _other: None,
    "!~": lambda _ruby, _self, _other: True,
    "!": lambda _ruby, self: self is None or self is False,
    "<=>": lambda ruby, self, other: (
        compare(ruby, self, other) if equal(ruby, self, other) else None
    ),
    "class": _class,
    "is_a?": _is_a,
    "kind_of?": _is_a,
    "instance_of?": _instance_of,
    "respond_to?": _responds,
    "send": _send,
    "public_send": _public_send,
    "__send__": _send,
    "nil?": lambda _ruby, self: self is None,
    "to_s": _inspect,
    "inspect": _inspect,
    "pretty_inspect": lambda ruby, self: f"{inspect(ruby, self)}\n",
    "dup": _dup,
    "clone": _clone,
    "freeze": _freeze,
    "frozen?": _is_frozen,
    "tainted?": lambda _ruby, _self: False,
    "tap": _tap,
    "then": _then,
    "yield_self": _then,
    "itself": lambda _ruby, self: self,
    "hash": lambda _ruby, self: hash(repr(self)),
    "object_id": _object_id,
    "instance_variable_get": _instance_variable_get,
    "instance_variable_set": _instance_variable_set,
    "instance_variable_defined?": _instance_variable_defined,
    "instance_variables": _instance_variables,
    "remove_instance_variable": _remove_instance_variable,
    "methods": _methods,
    "singleton_methods": _singleton_methods,
    "singleton_class": _singleton_class,
    "public_methods": _methods,
    "method": _method,
    "public_method": _method,
    "extend": _extend,
    "define_singleton_method": _define_singleton,
    "enum_for": _enumerator,
    "to_enum": _enumerator,
    **EVALUATE,
}
