"""Struct and OpenStruct."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.arguments import options_of, to_hash
from duckrow.ruby.core.basics import equal, inspect, to_s, truthy
from duckrow.ruby.core.collections.iteration import Enumerator
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def new_struct(
    ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc | None = None
) -> RubyModule:
    """Return a new class, as Struct.new(:a, :b) does."""
    names, options = options_of(arguments)
    if not names:
        raise argument_error("wrong number of arguments (given 0, expected 1+)")
    for each in names:
        if not isinstance(each, str) and type(each) is not Symbol:
            raise type_error(f"{inspect(ruby, each)} is not a symbol nor a string")
    name = "#<Class:0x000000000000>"
    if names and type(names[0]) is str:
        name, names = f"Struct::{names[0]}", names[1:]
    members = [to_s(ruby, each) for each in names]
    if len(set(members)) < len(members):
        twice = next(each for each in members if members.count(each) > 1)
        raise argument_error(f"duplicate member: {twice}")
    has_keywords = truthy(options.get("keyword_init"))
    made = RubyModule(name, self)
    made.constants["#members"] = members

    def new(
        ruby: Interpreter, class_: RubyModule, *given: object, block: Proc | None = None
    ) -> RubyObject:
        object_ = RubyObject(class_)
        object_.variables = dict.fromkeys(members)
        own = class_.find_method("initialize")
        if own is not None:
            from duckrow.ruby.dispatch import call_method

            call_method(ruby, own, object_, given, block)
        return object_

    def initialize(ruby: Interpreter, object_: RubyObject, *given: object) -> None:
        if has_keywords:
            entries = to_hash(ruby, given[0]) if given else {}
            unknown = [
                to_s(ruby, from_key(key))
                for key in entries
                if to_s(ruby, from_key(key)) not in members
            ]
            if unknown:
                raise argument_error(f"unknown keywords: {', '.join(unknown)}")
            for key, value in entries.items():
                object_.variables[to_s(ruby, from_key(key))] = value
            return
        if len(given) > len(members):
            raise argument_error("struct size differs")
        for member, value in zip(members, given, strict=False):
            object_.variables[member] = value

    for member in members:
        made.methods[member] = _reader(member)
        made.methods[f"{member}="] = _writer(member)
    made.methods["initialize"] = initialize
    made.singleton["new"] = new
    made.singleton["[]"] = new
    made.singleton["members"] = lambda _ruby, _self: [symbol(member) for member in members]
    if block is not None:
        _opened(ruby, made, block)
    return made


def _opened(ruby: Interpreter, made: RubyModule, block: Proc) -> None:
    """Run the block of Struct.new, in which methods are defined."""
    try:
        block.with_self(ruby, made)
    except TypeError:
        raise UnsupportedError("Struct.new with a block") from None


def _reader(member: str) -> Callable[..., Any]:
    return lambda _ruby, self: self.variables[member]


def _writer(member: str) -> Callable[..., Any]:
    def write(_ruby: Interpreter, self: RubyObject, value: object) -> object:
        self.variables[member] = value
        return value

    return write


def _members(_ruby: Interpreter, self: RubyObject) -> list[str]:
    for each in self.class_.ancestors():
        if "#members" in each.constants:
            found: list[str] = each.constants["#members"]
            return found
    return []


def _member(ruby: Interpreter, self: RubyObject, key: object) -> str:
    members = _members(ruby, self)
    if type(key) is str or type(key) is Symbol:
        name = to_s(ruby, key)
        if name not in members:
            raise RubyError("NameError", f"no member '{name}' in struct")
        return name
    index = to_int(ruby, key)
    if not -len(members) <= index < len(members):
        side = "small" if index < 0 else "large"
        raise RubyError("IndexError", f"offset {index} too {side} for struct(size:{len(members)})")
    return members[index]


def _values(ruby: Interpreter, self: RubyObject) -> list[Any]:
    return [self.variables[member] for member in _members(ruby, self)]


def _set(ruby: Interpreter, self: RubyObject, key: object, value: object) -> object:
    self.variables[_member(ruby, self, key)] = value
    return value


def _each(ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each")
    for value in _values(ruby, self):
        block(ruby, value)
    return self


def _each_pair(ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each_pair")
    for member in _members(ruby, self):
        block(ruby, [symbol(member), self.variables[member]])
    return self


def _to_h(ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> dict[Any, Any]:
    pairs = [[symbol(member), self.variables[member]] for member in _members(ruby, self)]
    from duckrow.ruby.core.collections.summing import METHODS

    made: dict[Any, Any] = METHODS["to_h"](ruby, pairs, block=block)
    return made


def _equal(ruby: Interpreter, self: RubyObject, other: object) -> bool:
    return (
        type(other) is RubyObject
        and other.class_ is self.class_
        and equal(ruby, _values(ruby, self), _values(ruby, other))
    )


def _inspect(ruby: Interpreter, self: RubyObject) -> str:
    name = self.class_.name
    shown = "struct" if name.startswith("#") else f"struct {name}"
    parts = ", ".join(
        f"{each}={inspect(ruby, self.variables[each])}" for each in _members(ruby, self)
    )
    return f"#<{shown} {parts}>"


def _dig(ruby: Interpreter, self: RubyObject, key: object, *rest: object) -> object:
    from duckrow.ruby.core.collections.array import dig_on

    return dig_on(ruby, self.variables[_member(ruby, self, key)], rest)


def _values_at(ruby: Interpreter, self: RubyObject, *positions: object) -> list[Any]:
    return [self.variables[_member(ruby, self, to_int(ruby, position))] for position in positions]


STRUCT: dict[str, Callable[..., Any]] = {
    "[]": lambda ruby, self, key: self.variables[_member(ruby, self, key)],
    "[]=": _set,
    "to_a": _values,
    "values": _values,
    "deconstruct": _values,
    "deconstruct_keys": lambda ruby, self, _keys: {
        symbol(each): self.variables[each] for each in _members(ruby, self)
    },
    "members": lambda ruby, self: [symbol(member) for member in _members(ruby, self)],
    "each": _each,
    "each_pair": _each_pair,
    "to_h": _to_h,
    "==": _equal,
    "eql?": _equal,
    "inspect": _inspect,
    "to_s": _inspect,
    "dig": _dig,
    "length": lambda ruby, self: len(_members(ruby, self)),
    "size": lambda ruby, self: len(_members(ruby, self)),
    "values_at": _values_at,
}


class OpenStructValue(TableValue):
    """An object that accepts any field."""

    __slots__ = ("fields",)

    ruby_class_name = "OpenStruct"

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenStructValue) and bool(self.fields == other.fields)

    __hash__ = None  # type: ignore[assignment]

    def key_identity(self) -> object:
        return ("openstruct", to_key(self.fields))

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        return name in self.fields or super().ruby_responds_to(ruby, name)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        if name in self.fields and not arguments:
            return self.fields[name]
        if name.endswith("=") and name[:-1].isidentifier() and len(arguments) == 1:
            self.fields[name[:-1]] = arguments[0]
            return arguments[0]
        if not arguments and block is None and name.isidentifier() and not self._knows(ruby, name):
            return None
        return super().ruby_send(ruby, name, arguments, block)

    def _knows(self, ruby: Interpreter, name: str) -> bool:
        return super().ruby_responds_to(ruby, name)


def _field_set(ruby: Interpreter, self: OpenStructValue, name: object, value: object) -> object:
    self.fields[to_s(ruby, name)] = value
    return value


def _field_inspect(ruby: Interpreter, self: OpenStructValue) -> str:
    parts = ", ".join(f"{name}={inspect(ruby, value)}" for name, value in self.fields.items())
    return f"#<OpenStruct {parts}>" if parts else "#<OpenStruct>"


def _field_delete(ruby: Interpreter, self: OpenStructValue, name: object) -> object:
    word = to_s(ruby, name)
    if word not in self.fields:
        raise RubyError("NameError", f"no field `{word}' in {_field_inspect(ruby, self)}")
    return self.fields.pop(word)


def _field_dig(ruby: Interpreter, self: OpenStructValue, name: object, *rest: object) -> object:
    from duckrow.ruby.core.collections.array import dig_on

    return dig_on(ruby, self.fields.get(to_s(ruby, name)), rest)


def _field_pairs(ruby: Interpreter, self: OpenStructValue, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each_pair")
    for name, value in list(self.fields.items()):
        block(ruby, [symbol(name), value])
    return self


OpenStructValue.ruby_methods = {
    "[]": lambda ruby, self, name: self.fields.get(to_s(ruby, name)),
    "[]=": _field_set,
    "to_h": lambda _ruby, self: {symbol(name): value for name, value in self.fields.items()},
    "each_pair": _field_pairs,
    "respond_to?": lambda ruby, self, name, *_: self.ruby_responds_to(
        ruby, to_s(ruby, name).removesuffix("=")
    ),
    "dig": _field_dig,
    "delete_field": _field_delete,
    "==": lambda _ruby, self, other: self == other,
    "inspect": _field_inspect,
    "to_s": _field_inspect,
    "dup": lambda _ruby, self: OpenStructValue(dict(self.fields)),
}


def new_open_struct(ruby: Interpreter, _self: RubyModule, fields: object = None) -> OpenStructValue:
    """Return a new OpenStruct, as OpenStruct.new does."""
    if fields is None:
        return OpenStructValue({})
    if not isinstance(fields, dict):
        raise type_error(f"no implicit conversion of {conversion_name(fields)} into Hash")
    return OpenStructValue({to_s(ruby, from_key(key)): value for key, value in fields.items()})
