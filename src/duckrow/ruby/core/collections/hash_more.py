"""The methods that change a hash, and those that join hashes."""

from __future__ import annotations

from duckrow.ruby.core.arguments import to_hash
from duckrow.ruby.core.basics import truthy
from duckrow.ruby.core.collections.hash_default import DefaultHash
from duckrow.ruby.core.collections.iteration import Enumerator
from duckrow.ruby.errors import UnsupportedError, type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.kinds import Proc
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

    Hash = dict[Any, Any]


def _store(_ruby: Interpreter, self: Hash, key: object, value: object) -> object:
    self[to_key(list(key) if type(key) is list else key)] = value
    return value


def _delete(ruby: Interpreter, self: Hash, key: object, *, block: Proc | None = None) -> object:
    found = self.pop(to_key(key), MISSING)
    if found is not MISSING:
        return found
    return None if block is None else block(ruby, key)


def _merge_in(
    ruby: Interpreter, made: Hash, others: tuple[object, ...], block: Proc | None
) -> Hash:
    for other in others:
        for key, item in list(to_hash(ruby, other).items()):
            if block is not None and key in made:
                made[key] = block(ruby, from_key(key), made[key], item)
            else:
                made[key] = item
    return made


def _merge(ruby: Interpreter, self: Hash, *others: object, block: Proc | None = None) -> Hash:
    return _merge_in(ruby, self.copy(), others, block)


def _update(ruby: Interpreter, self: Hash, *others: object, block: Proc | None = None) -> Hash:
    return _merge_in(ruby, self, others, block)


def _keeping(ruby: Interpreter, self: Hash, block: Proc, wanted: bool) -> bool:
    """Keep the entries for which a block answers as wanted; return whether any was removed."""
    call = block.direct(2)
    gone = [
        key
        for key, item in list(self.items())
        if truthy(call(ruby, from_key(key), item)) is not wanted
    ]
    for key in gone:
        self.pop(key, None)
    return bool(gone)


def _delete_if(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "delete_if")
    _keeping(ruby, self, block, False)
    return self


def _keep_if(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "keep_if")
    _keeping(ruby, self, block, True)
    return self


def _reject(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "reject!")
    return self if _keeping(ruby, self, block, False) else None


def _select(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "select!")
    return self if _keeping(ruby, self, block, True) else None


def _compact(_ruby: Interpreter, self: Hash) -> object:
    gone = [key for key, item in self.items() if item is None]
    for key in gone:
        del self[key]
    return self if gone else None


def _clear(_ruby: Interpreter, self: Hash) -> Hash:
    self.clear()
    return self


def _become(ruby: Interpreter, self: Hash, other: object) -> Hash:
    new = dict(to_hash(ruby, other))
    self.clear()
    self.update(new)
    return self


def _shift(_ruby: Interpreter, self: Hash) -> object:
    if not self:
        return None
    key = next(iter(self))
    return [from_key(key), self.pop(key)]


def _transform_values(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "transform_values!")
    call = block.direct(1)
    for key, item in list(self.items()):
        self[key] = call(ruby, item)
    return self


def _set_default(_ruby: Interpreter, self: Hash, value: object) -> object:
    if type(self) is not DefaultHash:
        raise UnsupportedError("default= on a hash that Hash.new did not make")
    self.default, self.block = value, None
    return value


def _set_default_proc(_ruby: Interpreter, self: Hash, value: object) -> object:
    if type(self) is not DefaultHash:
        raise UnsupportedError("default_proc= on a hash that Hash.new did not make")
    if value is not None and not isinstance(value, Proc):
        raise type_error(f"wrong default_proc type {class_name(value)} (expected Proc)")
    self.default, self.block = None, value
    return value


def _identity(_ruby: Interpreter, _self: Hash) -> Hash:
    raise UnsupportedError("compare_by_identity")


METHODS: dict[str, Callable[..., object]] = {
    "[]=": _store,
    "store": _store,
    "delete": _delete,
    "merge": _merge,
    "merge!": _update,
    "update": _update,
    "delete_if": _delete_if,
    "keep_if": _keep_if,
    "reject!": _reject,
    "select!": _select,
    "filter!": _select,
    "compact!": _compact,
    "clear": _clear,
    "replace": _become,
    "shift": _shift,
    "transform_values!": _transform_values,
    "default=": _set_default,
    "default_proc=": _set_default_proc,
    "compare_by_identity": _identity,
}
