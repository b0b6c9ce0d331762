"""Methods that every value has."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import (
    case_equal,
    compare,
    eql,
    equal,
    is_a,
    truthy,
)
from duckrow.ruby.core.convert import to_name
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

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


def _responds(ruby: Interpreter, self: object, name: object, _private: object = False) -> bool:
    from duckrow.ruby.dispatch import call_method, responds_to

    word = to_name(ruby, name)
    if responds_to(ruby, self, word):
        return True
    if type(self) is not RubyObject:
        return False
    asked = self.class_.find_method("respond_to_missing?")
    return asked is not None and truthy(
        call_method(ruby, asked, self, (symbol(word), truthy(_private)), None)
    )


def _send(
    ruby: Interpreter, self: Any, name: object, *arguments: Any, block: Proc | None = None
) -> Any:
    """Call a method by name: the same ones that can be called by writing them."""
    from duckrow.ruby.dispatch import call_method, responds_to, send

    word = to_name(ruby, name)
    if hasattr(type(self), "ruby_send"):
        return self.ruby_send(ruby, word, arguments, block)
    if not responds_to(ruby, self, word):
        from duckrow.ruby.core.objects.kernel import METHODS as FUNCTIONS

        if word in FUNCTIONS:
            return call_method(ruby, FUNCTIONS[word], self, arguments, block)
    return send(ruby, self, word, *arguments, block=block)


def _public_send(
    ruby: Interpreter, self: object, name: object, *arguments: object, block: Proc | None = None
) -> object:
    from duckrow.ruby.dispatch import send

    return send(ruby, self, to_name(ruby, name), *arguments, block=block)


def _dup(_ruby: Interpreter, self: object, **_: Any) -> object:
    if isinstance(self, list):
        return list(self)
    if isinstance(self, dict):
        return self.copy()
    if isinstance(self, RubyObject):
        made = RubyObject(self.class_)
        made.variables = dict(self.variables)
        return made
    return self


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


def _methods(_ruby: Interpreter, _self: object, *_: object) -> list[object]:
    return []


def _extend(ruby: Interpreter, self: Any, *modules: Any) -> Any:
    if isinstance(self, RubyModule):
        from duckrow.ruby.core.objects.module import call_hook, expect_module

        for module in modules:
            self.extensions.append(expect_module(ruby, module))
            call_hook(ruby, module, "extended", self)
    return self


def _define_singleton(
    ruby: Interpreter, self: object, name: object, body: object = None, *, block: Proc | None = None
) -> object:
    from duckrow.ruby.naming import define_singleton

    written = body if block is None else block
    if not isinstance(written, Proc):
        raise type_error(f"wrong argument type {class_name(written)} (expected Proc/Method)")

    def method(ruby: Interpreter, object_: object, *arguments: object) -> object:
        return written.function(ruby, *arguments, self=object_)

    return define_singleton(ruby, self, to_name(ruby, name), method)


def _object_id(_ruby: Interpreter, self: object) -> int:
    if self is None:
        return 8
    if type(self) is Symbol:
        return hash(self) << 8 | 12
    return 2 * self + 1 if type(self) is int else id(self)


def _method(ruby: Interpreter, self: object, name: object) -> object:
    from duckrow.ruby.core.objects.kernel import METHODS as FUNCTIONS
    from duckrow.ruby.dispatch import responds_to

    word = to_name(ruby, name)
    if not responds_to(ruby, self, word) and word not in FUNCTIONS:
        raise RubyError("NameError", f"undefined method `{word}' for class `{class_name(self)}'")
    return Proc(lambda ruby, *arguments: _send(ruby, self, name, *arguments), is_lambda=True)


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
    "dup": _dup,
    "clone": _dup,
    "freeze": lambda _ruby, self: self,
    "frozen?": lambda _ruby, self: type(self) in (int, float, bool, type(None)),
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
    "methods": _methods,
    "singleton_methods": _methods,
    "public_methods": _methods,
    "method": _method,
    "extend": _extend,
    "define_singleton_method": _define_singleton,
    "enum_for": _enumerator,
    "to_enum": _enumerator,
}
