"""The methods of hashes that ask; `hash_more` has those that change one."""

from __future__ import annotations

from duckrow.ruby.core.arguments import to_hash
from duckrow.ruby.core.basics import equal, inspect, truthy
from duckrow.ruby.core.collections.array import dig_on, flattened
from duckrow.ruby.core.collections.hash_default import DefaultHash, missing
from duckrow.ruby.core.collections.hash_more import METHODS as MORE
from duckrow.ruby.core.collections.iteration import Enumerator, iterate
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import RubyError, argument_error, type_error
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


def _each(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each")
    if block.count > 1:
        call = block.direct(2)
        for key, item in list(self.items()):
            call(ruby, from_key(key), item)
    else:
        call = block.direct(1)
        for key, item in list(self.items()):
            call(ruby, [from_key(key), item])
    return self


def _each_key(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each_key")
    call = block.direct(1)
    for key in list(self):
        call(ruby, from_key(key))
    return self


def _each_value(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each_value")
    call = block.direct(1)
    for item in list(self.values()):
        call(ruby, item)
    return self


def element(ruby: Interpreter, self: Hash, key: object) -> object:
    """Return hash[key], or the default."""
    found = self.get(to_key(key), MISSING)
    return missing(ruby, self, key) if found is MISSING else found


def _fetch(
    ruby: Interpreter,
    self: Hash,
    key: object,
    default: object = MISSING,
    *,
    block: Proc | None = None,
) -> object:
    found = self.get(to_key(key), MISSING)
    if found is not MISSING:
        return found
    if block is not None:
        return block(ruby, key)
    if default is not MISSING:
        return default
    error = RubyError("KeyError", f"key not found: {inspect(ruby, key)}")
    error.sought = (self, key)
    raise error


def _dig(ruby: Interpreter, self: Hash, key: object, *rest: object) -> object:
    return dig_on(ruby, element(ruby, self, key), rest)


def _fetch_values(
    ruby: Interpreter, self: Hash, *keys: object, block: Proc | None = None
) -> list[object]:
    return [_fetch(ruby, self, key, block=block) for key in keys]


def _key(ruby: Interpreter, self: Hash, wanted: object) -> object:
    for key, item in self.items():
        if equal(ruby, item, wanted):
            return from_key(key)
    return None


def _has_value(ruby: Interpreter, self: Hash, wanted: object) -> bool:
    return any(equal(ruby, item, wanted) for item in self.values())


def _assoc(_ruby: Interpreter, self: Hash, key: object) -> object:
    found = self.get(to_key(key), MISSING)
    return None if found is MISSING else [key, found]


def _rassoc(ruby: Interpreter, self: Hash, wanted: object) -> object:
    for key, item in self.items():
        if equal(ruby, item, wanted):
            return [from_key(key), item]
    return None


# ---- new hashes


def _select(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "select")
    pairs = list(self.items())
    call = block.direct(2)
    return {key: item for key, item in pairs if truthy(call(ruby, from_key(key), item))}


def _reject(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "reject")
    pairs = list(self.items())
    call = block.direct(2)
    return {key: item for key, item in pairs if not truthy(call(ruby, from_key(key), item))}


def _slice(_ruby: Interpreter, self: Hash, *keys: object) -> Hash:
    wanted = [to_key(key) for key in keys]
    return {key: self[key] for key in wanted if key in self}


def _except(_ruby: Interpreter, self: Hash, *keys: object) -> Hash:
    gone = {to_key(key) for key in keys}
    return {key: item for key, item in self.items() if key not in gone}


def _compact(_ruby: Interpreter, self: Hash) -> Hash:
    return {key: item for key, item in self.items() if item is not None}


def _invert(_ruby: Interpreter, self: Hash) -> Hash:
    return {to_key(item): from_key(key) for key, item in self.items()}


def _transform_values(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "transform_values")
    call = block.direct(1)
    return {key: call(ruby, item) for key, item in list(self.items())}


def transformed_keys(ruby: Interpreter, self: Hash, mapping: object, block: Proc | None) -> Hash:
    made: Hash = {}
    known = {} if mapping is None else to_hash(ruby, mapping)
    for key, item in list(self.items()):
        if key in known:
            new = known[key]
        else:
            new = from_key(key) if block is None else block(ruby, from_key(key))
        made[to_key(new)] = item
    return made


def _transform_keys(
    ruby: Interpreter, self: Hash, mapping: object = None, *, block: Proc | None = None
) -> object:
    if mapping is None and block is None:
        return Enumerator(self, "transform_keys")
    return transformed_keys(ruby, self, mapping, block)


def _transform_keys_here(
    ruby: Interpreter, self: Hash, mapping: object = None, *, block: Proc | None = None
) -> object:
    if mapping is None and block is None:
        return Enumerator(self, "transform_keys!")
    made = transformed_keys(ruby, self, mapping, block)
    self.clear()
    self.update(made)
    return self


def _to_h(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> Hash:
    if block is None:
        return dict(self)
    made: Hash = {}
    call = block.direct(2)
    for key, item in list(self.items()):
        pair = call(ruby, from_key(key), item)
        if type(pair) is not list:
            raise type_error(f"wrong element type {class_name(pair)} (expected array)")
        if len(pair) != 2:
            raise argument_error(f"element has wrong array length (expected 2, was {len(pair)})")
        made[to_key(pair[0])] = pair[1]
    return made


def _flatten(ruby: Interpreter, self: Hash, depth: object = 1) -> list[object]:
    level = to_int(ruby, depth)
    pairs = list(iterate(ruby, self))
    return pairs if level == 0 else flattened(pairs, level if level > 0 else -1)


def _any(
    ruby: Interpreter, self: Hash, pattern: object = MISSING, *, block: Proc | None = None
) -> bool:
    if pattern is MISSING and block is None:
        return bool(self)
    from duckrow.ruby.core.collections.enumerable import METHODS as ENUMERABLE

    return bool(ENUMERABLE["any?"](ruby, self, pattern, block=block))


def _find_all(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "find_all")
    call = block.direct(1)
    return [pair for pair in iterate(ruby, self) if truthy(call(ruby, pair))]


def _filter_map(ruby: Interpreter, self: Hash, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "filter_map")
    call = block.direct(1)
    return [made for pair in iterate(ruby, self) if truthy(made := call(ruby, pair))]


def _is_part(ruby: Interpreter, self: Hash, other: object) -> bool:
    """Return whether all entries of self are in the other hash."""
    theirs = to_hash(ruby, other)
    return all(key in theirs and equal(ruby, item, theirs[key]) for key, item in self.items())


def _to_proc(_ruby: Interpreter, self: Hash) -> Proc:
    return Proc(lambda ruby, key: element(ruby, self, key), 1, False, True, 1)


METHODS: dict[str, Callable[..., object]] = {
    **MORE,
    "each": _each,
    "each_pair": _each,
    "each_key": _each_key,
    "each_value": _each_value,
    "[]": element,
    "fetch": _fetch,
    "dig": _dig,
    "fetch_values": _fetch_values,
    "values_at": lambda ruby, self, *keys: [element(ruby, self, key) for key in keys],
    "key": _key,
    "key?": lambda _ruby, self, key: to_key(key) in self,
    "has_key?": lambda _ruby, self, key: to_key(key) in self,
    "include?": lambda _ruby, self, key: to_key(key) in self,
    "member?": lambda _ruby, self, key: to_key(key) in self,
    "value?": _has_value,
    "has_value?": _has_value,
    "keys": lambda _ruby, self: [from_key(key) for key in self],
    "values": lambda _ruby, self: list(self.values()),
    "length": lambda _ruby, self: len(self),
    "size": lambda _ruby, self: len(self),
    "empty?": lambda _ruby, self: not self,
    "assoc": _assoc,
    "rassoc": _rassoc,
    "select": _select,
    "filter": _select,
    "find_all": _find_all,
    "filter_map": _filter_map,
    "reject": _reject,
    "slice": _slice,
    "except": _except,
    "compact": _compact,
    "invert": _invert,
    "transform_values": _transform_values,
    "transform_keys": _transform_keys,
    "transform_keys!": _transform_keys_here,
    "to_h": _to_h,
    "to_hash": lambda _ruby, self: self,
    "to_a": lambda ruby, self: list(iterate(ruby, self)),
    "flatten": _flatten,
    "any?": _any,
    "<=": _is_part,
    "<": lambda ruby, self, other: (
        len(self) < len(to_hash(ruby, other)) and _is_part(ruby, self, other)
    ),
    ">=": lambda ruby, self, other: _is_part(ruby, to_hash(ruby, other), self),
    ">": lambda ruby, self, other: (
        len(self) > len(to_hash(ruby, other)) and _is_part(ruby, other, self)
    ),
    "to_proc": _to_proc,
    "to_s": inspect,
    "inspect": inspect,
    "default": lambda _ruby, self, *_: self.default if type(self) is DefaultHash else None,
    "default_proc": lambda _ruby, self: self.block if type(self) is DefaultHash else None,
}
