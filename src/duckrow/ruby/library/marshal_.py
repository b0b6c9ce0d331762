"""Marshal: deep copies, which is what modules use it for. What `dump` returns only `load` reads."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.errors import UnsupportedError, type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


# The kinds of values that never change: their copy is the value itself.
_CONSTANT = frozenset((str, int, float, bool, type(None), Symbol))


class Dumped:
    """A value as it was when it was dumped."""

    __slots__ = ("value",)

    ruby_class_name = "String"

    def __init__(self, value: object) -> None:
        self.value = value


def _copied(ruby: Interpreter, value: Any, seen: dict[int, object]) -> Any:
    """Return a copy of a value and of all that it holds."""
    if type(value) in _CONSTANT:
        return value
    if id(value) in seen:
        return seen[id(value)]
    ruby.tick()
    if isinstance(value, Proc):
        raise type_error(f"no _dump_data is defined for class {class_name(value)}")
    if isinstance(value, list):
        items: list[object] = []
        seen[id(value)] = items
        ruby.charge(len(value))
        items += [each if type(each) in _CONSTANT else _copied(ruby, each, seen) for each in value]
        return items
    if isinstance(value, dict):
        made = value.copy()
        seen[id(value)] = made
        ruby.charge(len(value))
        for key, item in value.items():
            if type(item) not in _CONSTANT:
                made[key] = _copied(ruby, item, seen)
        return made
    if type(value) is RubyObject:
        object_ = RubyObject(value.class_)
        seen[id(value)] = object_
        for name, item in value.variables.items():
            object_.variables[name] = _copied(ruby, item, seen)
        return object_
    return value


def _dump(ruby: Interpreter, _self: object, value: object, *_: object) -> Dumped:
    return Dumped(_copied(ruby, value, {}))


def _load(ruby: Interpreter, _self: object, dumped: object, *_: object) -> object:
    if not isinstance(dumped, Dumped):
        raise UnsupportedError("Marshal.load of a string")
    return _copied(ruby, dumped.value, {})


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    methods = {"dump": _dump, "load": _load, "restore": _load}
    return {"Marshal": RubyModule("Marshal", is_class=False, singleton=methods)}
