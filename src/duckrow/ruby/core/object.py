"""Methods that every value has."""

from __future__ import annotations

from duckrow.ruby.core.basics import (
    case_equal,
    class_name,
    compare,
    eql,
    equal,
    is_a,
    truthy,
)
from duckrow.ruby.core.convert import to_name
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _class(self: Any) -> RubyModule:
    from duckrow.ruby.constants import class_of

    return class_of(self)


def _is_a(self: Any, class_: Any) -> bool:
    if not isinstance(class_, RubyModule):
        raise type_error("class or module required")
    return is_a(self, class_)


def _instance_of(self: Any, class_: Any) -> bool:
    return _class(self) is class_


def _responds(self: Any, name: Any, _private: Any = False) -> bool:
    from duckrow.ruby.dispatch import call_method, responds_to

    word = to_name(name)
    if responds_to(self, word):
        return True
    if type(self) is not RubyObject:
        return False
    asked = self.class_.find_method("respond_to_missing?")
    return asked is not None and truthy(
        call_method(asked, self, (symbol(word), truthy(_private)), None)
    )


def _send(self: Any, name: Any, *arguments: Any, block: Proc | None = None) -> Any:
    """Call a method by name: the same ones that can be called by writing them."""
    from duckrow.ruby.dispatch import call_method, responds_to, send

    word = to_name(name)
    if hasattr(type(self), "ruby_send"):
        return self.ruby_send(word, arguments, block)
    if not responds_to(self, word):
        from duckrow.ruby.core.kernel import METHODS as FUNCTIONS

        if word in FUNCTIONS:
            return call_method(FUNCTIONS[word], self, arguments, block)
    return send(self, word, *arguments, block=block)


def _public_send(self: Any, name: Any, *arguments: Any, block: Proc | None = None) -> Any:
    from duckrow.ruby.dispatch import send

    return send(self, to_name(name), *arguments, block=block)


def _dup(self: Any, **_: Any) -> Any:
    if isinstance(self, list):
        return list(self)
    if isinstance(self, dict):
        return self.copy()
    if isinstance(self, RubyObject):
        made = RubyObject(self.class_)
        made.variables = dict(self.variables)
        return made
    return self


def _tap(self: Any, *, block: Proc) -> Any:
    block(self)
    return self


def _then(self: Any, *, block: Proc) -> Any:
    return block(self)


def _inspect(self: Any) -> str:
    return f"#<{class_name(self)}>"


def _variable_name(name: Any) -> str:
    """Give the name of an instance variable without its sign."""
    word = to_name(name)
    if word[:1] == "@" and word[1:].isidentifier():
        return word[1:]
    raise RubyError("NameError", f"`{word}' is not allowed as an instance variable name")


def _instance_variable_get(self: Any, name: Any) -> Any:
    from duckrow.ruby.naming import instance_variable

    return instance_variable(self, _variable_name(name))


def _instance_variable_set(self: Any, name: Any, value: Any) -> Any:
    from duckrow.ruby.naming import set_instance_variable

    return set_instance_variable(self, _variable_name(name), value)


def _instance_variables(self: Any) -> list[Any]:
    known = self.variables if isinstance(self, RubyObject | RubyModule) else {}
    return [symbol(f"@{name}") for name in known if name.isidentifier()]


def _instance_variable_defined(self: Any, name: Any) -> bool:
    from duckrow.ruby.naming import defined_instance_variable

    return defined_instance_variable(self, _variable_name(name)) is not None


def _methods(_self: Any, *_: Any) -> list[Any]:
    return []


def _extend(self: Any, *modules: Any) -> Any:
    if isinstance(self, RubyModule):
        from duckrow.ruby.core.module import call_hook, expect_module

        for module in modules:
            self.extensions.append(expect_module(module))
            call_hook(module, "extended", self)
    return self


def _define_singleton(self: Any, name: Any, body: Any = None, *, block: Proc | None = None) -> Any:
    from duckrow.ruby.naming import define_singleton

    written = body if block is None else block
    if not isinstance(written, Proc):
        raise type_error(f"wrong argument type {class_name(written)} (expected Proc/Method)")

    def method(object_: Any, *arguments: Any) -> Any:
        return written.function(*arguments, self=object_)

    return define_singleton(self, to_name(name), method)


def _object_id(self: Any) -> int:
    if self is None:
        return 8
    return 2 * self + 1 if type(self) is int else id(self)


def _method(self: Any, name: Any) -> Any:
    from duckrow.ruby.core.kernel import METHODS as FUNCTIONS
    from duckrow.ruby.dispatch import responds_to

    word = to_name(name)
    if not responds_to(self, word) and word not in FUNCTIONS:
        raise RubyError("NameError", f"undefined method `{word}' for class `{class_name(self)}'")
    return Proc(lambda *arguments: _send(self, name, *arguments), is_lambda=True)


def _enumerator(self: Any, name: Any = None, *arguments: Any) -> Any:
    from duckrow.ruby.core.iteration import Enumerator

    return Enumerator(self, "each" if name is None else to_name(name), *arguments)


def _to_json(self: Any, *_: Any) -> str:
    from duckrow.ruby.library.json_write import generate

    return generate(self)


def _to_yaml(self: Any, *options: Any) -> str:
    from duckrow.ruby.library.yaml_ import to_yaml

    return to_yaml(self, *options)


METHODS: dict[str, Callable[..., Any]] = {
    "to_json": _to_json,
    "to_pson": _to_json,
    "to_yaml": _to_yaml,
    "==": equal,
    "!=": lambda self, other: not equal(self, other),
    "equal?": lambda self, other: (
        self is other or (type(self) in (int, float, str, bool) and equal(self, other))
    ),
    "eql?": eql,
    "===": case_equal,
    "=~": lambda _self, _other: None,
    "!~": lambda _self, _other: True,
    "!": lambda self: self is None or self is False,
    "<=>": lambda self, other: compare(self, other) if equal(self, other) else None,
    "class": _class,
    "is_a?": _is_a,
    "kind_of?": _is_a,
    "instance_of?": _instance_of,
    "respond_to?": _responds,
    "send": _send,
    "public_send": _public_send,
    "__send__": _send,
    "nil?": lambda self: self is None,
    "to_s": _inspect,
    "inspect": _inspect,
    "dup": _dup,
    "clone": _dup,
    "freeze": lambda self: self,
    "frozen?": lambda self: type(self) in (int, float, bool, type(None)),
    "tap": _tap,
    "then": _then,
    "yield_self": _then,
    "itself": lambda self: self,
    "hash": lambda self: hash(repr(self)),
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
