"""Sets."""

from __future__ import annotations

from duckrow.ruby.core.basics import inspect, truthy
from duckrow.ruby.core.collections import enumerable
from duckrow.ruby.core.collections.array import join
from duckrow.ruby.core.collections.iteration import Enumerator, iterate
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


class SetValue(TableValue):
    """A set, in the order in which its elements came."""

    __slots__ = ("keys",)

    ruby_class_name = "Set"

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self.keys: dict[Any, None] = dict.fromkeys(map(to_key, items))

    def ruby_iterate(self, _ruby: Interpreter) -> Iterator[object]:
        return iter([from_key(key) for key in self.keys])

    def key_identity(self) -> object:
        return ("set", frozenset(self.keys))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SetValue) and self.keys.keys() == other.keys.keys()

    __hash__ = None  # type: ignore[assignment]


def _of(keys: Iterable[Any], like: SetValue | None = None) -> SetValue:
    """Make a set of keys: a plain one, or one of the class of another set."""
    made = SetValue() if like is None else type(like)()
    made.keys = dict.fromkeys(keys)
    return made


def _keys(ruby: Interpreter, other: object) -> dict[Any, None]:
    if isinstance(other, SetValue):
        return other.keys
    if type(other) is not list and type(other) is not dict and not _is_iterable(ruby, other):
        raise argument_error("value must be enumerable")
    return dict.fromkeys(map(to_key, iterate(ruby, other)))


def _is_iterable(ruby: Interpreter, other: object) -> bool:
    from duckrow.ruby.dispatch import responds_to

    return responds_to(ruby, other, "each_entry")


def _set(other: object) -> dict[Any, None]:
    if not isinstance(other, SetValue):
        raise argument_error("value must be a set")
    return other.keys


def _each(ruby: Interpreter, self: SetValue, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each")
    for item in iterate(ruby, self):
        block(ruby, item)
    return self


def _add(_ruby: Interpreter, self: SetValue, item: object) -> SetValue:
    self.keys[to_key(item)] = None
    return self


def _add_new(ruby: Interpreter, self: SetValue, item: object) -> object:
    return None if to_key(item) in self.keys else _add(ruby, self, item)


def _delete(_ruby: Interpreter, self: SetValue, item: object) -> SetValue:
    self.keys.pop(to_key(item), None)
    return self


def _delete_known(ruby: Interpreter, self: SetValue, item: object) -> object:
    return _delete(ruby, self, item) if to_key(item) in self.keys else None


def _merge(ruby: Interpreter, self: SetValue, *others: object) -> SetValue:
    for other in others:
        self.keys.update(_keys(ruby, other))
    return self


def _subtract(ruby: Interpreter, self: SetValue, other: object) -> SetValue:
    for key in _keys(ruby, other):
        self.keys.pop(key, None)
    return self


def _keep(ruby: Interpreter, self: SetValue, wanted: bool, block: Proc) -> bool:
    kept = [key for key in self.keys if truthy(block(ruby, from_key(key))) is wanted]
    is_less = len(kept) < len(self.keys)
    self.keys = dict.fromkeys(kept)
    return is_less


def _delete_if(ruby: Interpreter, self: SetValue, *, block: Proc) -> SetValue:
    _keep(ruby, self, False, block)
    return self


def _keep_if(ruby: Interpreter, self: SetValue, *, block: Proc) -> SetValue:
    _keep(ruby, self, True, block)
    return self


def _partition_by(ruby: Interpreter, self: SetValue, *, block: Proc) -> dict[Any, SetValue]:
    made: dict[Any, SetValue] = {}
    for item in iterate(ruby, self):
        _add(ruby, made.setdefault(to_key(block(ruby, item)), SetValue()), item)
    return made


def _clear(_ruby: Interpreter, self: SetValue) -> SetValue:
    self.keys.clear()
    return self


def _order(_ruby: Interpreter, self: SetValue, other: object) -> int | None:
    if not isinstance(other, SetValue):
        return None
    mine, theirs = self.keys.keys(), other.keys.keys()
    if mine == theirs:
        return 0
    return -1 if mine < theirs else 1 if mine > theirs else None


def _inspect(ruby: Interpreter, self: SetValue) -> str:
    return (
        f"#<{self.ruby_class_name}: {{"
        + ", ".join(inspect(ruby, from_key(key)) for key in self.keys)
        + "}>"
    )


def _dup(_ruby: Interpreter, self: SetValue, *_: object) -> SetValue:
    return _of(self.keys, self)


def _or(ruby: Interpreter, self: SetValue, other: object) -> SetValue:
    return _of([*self.keys, *_keys(ruby, other)], self)


def _and(ruby: Interpreter, self: SetValue, other: object) -> SetValue:
    return _of((key for key in _keys(ruby, other) if key in self.keys), self)


def _minus(ruby: Interpreter, self: SetValue, other: object) -> SetValue:
    gone = _keys(ruby, other)
    return _of((key for key in self.keys if key not in gone), self)


def _xor(ruby: Interpreter, self: SetValue, other: object) -> SetValue:
    theirs = _keys(ruby, other)
    rest = [key for key in self.keys if key not in theirs]
    return _of([*(key for key in theirs if key not in self.keys), *rest])


def _includes(_ruby: Interpreter, self: SetValue, item: object) -> bool:
    return to_key(item) in self.keys


def new_set(
    ruby: Interpreter, _self: RubyModule, items: object = None, *, block: Proc | None = None
) -> SetValue:
    """Return a new Set, as Set.new does."""
    if items is None:
        return SetValue()
    made = _of(_keys(ruby, items))
    return made if block is None else SetValue(block(ruby, item) for item in iterate(ruby, made))


METHODS: dict[str, Callable[..., object]] = {
    **enumerable.METHODS,
    "each": _each,
    "add": _add,
    "<<": _add,
    "add?": _add_new,
    "delete": _delete,
    "delete?": _delete_known,
    "merge": _merge,
    "subtract": _subtract,
    "delete_if": _delete_if,
    "keep_if": _keep_if,
    "select!": _keep_if,
    "reject!": _delete_if,
    "classify": _partition_by,
    "clear": _clear,
    "<=>": _order,
    "==": lambda _ruby, self, other: self == other,
    "|": _or,
    "+": _or,
    "union": _or,
    "&": _and,
    "intersection": _and,
    "-": _minus,
    "difference": _minus,
    "^": _xor,
    "include?": _includes,
    "member?": _includes,
    "===": _includes,
    "contain?": _includes,
    "subset?": lambda _ruby, self, other: self.keys.keys() <= _set(other).keys(),
    "<=": lambda _ruby, self, other: self.keys.keys() <= _set(other).keys(),
    "superset?": lambda _ruby, self, other: self.keys.keys() >= _set(other).keys(),
    ">=": lambda _ruby, self, other: self.keys.keys() >= _set(other).keys(),
    "proper_subset?": lambda _ruby, self, other: self.keys.keys() < _set(other).keys(),
    "<": lambda _ruby, self, other: self.keys.keys() < _set(other).keys(),
    "proper_superset?": lambda _ruby, self, other: self.keys.keys() > _set(other).keys(),
    ">": lambda _ruby, self, other: self.keys.keys() > _set(other).keys(),
    "disjoint?": lambda _ruby, self, other: not self.keys.keys() & _set(other).keys(),
    "intersect?": lambda _ruby, self, other: bool(self.keys.keys() & _set(other).keys()),
    "length": lambda _ruby, self: len(self.keys),
    "size": lambda _ruby, self: len(self.keys),
    "empty?": lambda _ruby, self: not self.keys,
    "to_set": lambda _ruby, self: self if type(self) is SetValue else _of(self.keys),
    "join": lambda ruby, self, separator=None: join(ruby, list(iterate(ruby, self)), separator),
    "dup": _dup,
    "clone": _dup,
    "inspect": _inspect,
    "to_s": _inspect,
}
SetValue.ruby_methods = METHODS
