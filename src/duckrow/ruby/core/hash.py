"""The methods of hashes that ask; `hash_more` has those that change one."""

from __future__ import annotations

from duckrow.ruby.core.arguments import to_hash
from duckrow.ruby.core.array import dig_on, flattened
from duckrow.ruby.core.basics import equal, inspect, truthy
from duckrow.ruby.core.hash_default import DefaultHash, missing
from duckrow.ruby.core.hash_more import METHODS as MORE
from duckrow.ruby.core.iteration import Enumerator, iterate, taking
from duckrow.ruby.errors import RubyError, argument_error, type_error
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.kinds import Proc
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Hash = dict[Any, Any]


def _each(self: Hash, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "each")
    if block.count > 1:
        call = taking(block, 2)
        for key, item in list(self.items()):
            call(from_key(key), item)
    else:
        for key, item in list(self.items()):
            block([from_key(key), item])
    return self


def _each_key(self: Hash, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "each_key")
    for key in list(self):
        block(from_key(key))
    return self


def _each_value(self: Hash, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "each_value")
    for item in list(self.values()):
        block(item)
    return self


def element(self: Hash, key: Any) -> Any:
    """Give hash[key], or the default."""
    found = self.get(to_key(key), MISSING)
    return missing(self, key) if found is MISSING else found


def _fetch(self: Hash, key: Any, default: Any = MISSING, *, block: Proc | None = None) -> Any:
    found = self.get(to_key(key), MISSING)
    if found is not MISSING:
        return found
    if block is not None:
        return block(key)
    if default is not MISSING:
        return default
    raise RubyError("KeyError", f"key not found: {inspect(key)}")


def _dig(self: Hash, key: Any, *rest: Any) -> Any:
    return dig_on(element(self, key), rest)


def _fetch_values(self: Hash, *keys: Any, block: Proc | None = None) -> list[Any]:
    return [_fetch(self, key, block=block) for key in keys]


def _key(self: Hash, wanted: Any) -> Any:
    for key, item in self.items():
        if equal(item, wanted):
            return from_key(key)
    return None


def _has_value(self: Hash, wanted: Any) -> bool:
    return any(equal(item, wanted) for item in self.values())


def _assoc(self: Hash, key: Any) -> Any:
    found = self.get(to_key(key), MISSING)
    return None if found is MISSING else [key, found]


def _rassoc(self: Hash, wanted: Any) -> Any:
    for key, item in self.items():
        if equal(item, wanted):
            return [from_key(key), item]
    return None


# ---- new hashes


def _select(self: Hash, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "select")
    pairs = list(self.items())
    return {key: item for key, item in pairs if truthy(block(from_key(key), item))}


def _reject(self: Hash, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "reject")
    pairs = list(self.items())
    return {key: item for key, item in pairs if not truthy(block(from_key(key), item))}


def _slice(self: Hash, *keys: Any) -> Hash:
    wanted = [to_key(key) for key in keys]
    return {key: self[key] for key in wanted if key in self}


def _except(self: Hash, *keys: Any) -> Hash:
    gone = {to_key(key) for key in keys}
    return {key: item for key, item in self.items() if key not in gone}


def _compact(self: Hash) -> Hash:
    return {key: item for key, item in self.items() if item is not None}


def _invert(self: Hash) -> Hash:
    return {to_key(item): from_key(key) for key, item in self.items()}


def _transform_values(self: Hash, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "transform_values")
    return {key: block(item) for key, item in list(self.items())}


def transformed_keys(self: Hash, mapping: Any, block: Proc | None) -> Hash:
    made: Hash = {}
    known = {} if mapping is None else to_hash(mapping)
    for key, item in list(self.items()):
        if key in known:
            new = known[key]
        else:
            new = from_key(key) if block is None else block(from_key(key))
        made[to_key(new)] = item
    return made


def _transform_keys(self: Hash, mapping: Any = None, *, block: Proc | None = None) -> Any:
    if mapping is None and block is None:
        return Enumerator(self, "transform_keys")
    return transformed_keys(self, mapping, block)


def _transform_keys_here(self: Hash, mapping: Any = None, *, block: Proc | None = None) -> Any:
    if mapping is None and block is None:
        return Enumerator(self, "transform_keys!")
    made = transformed_keys(self, mapping, block)
    self.clear()
    self.update(made)
    return self


def _to_h(self: Hash, *, block: Proc | None = None) -> Hash:
    if block is None:
        return dict(self)
    made: Hash = {}
    for key, item in list(self.items()):
        pair = block(from_key(key), item)
        if type(pair) is not list:
            from duckrow.ruby.core.basics import class_name

            raise type_error(f"wrong element type {class_name(pair)} (expected array)")
        if len(pair) != 2:
            raise argument_error(f"element has wrong array length (expected 2, was {len(pair)})")
        made[to_key(pair[0])] = pair[1]
    return made


def _flatten(self: Hash, depth: Any = 1) -> list[Any]:
    from duckrow.ruby.core.arguments import to_int

    level = to_int(depth)
    pairs = list(iterate(self))
    return pairs if level == 0 else flattened(pairs, level if level > 0 else -1)


def _any(self: Hash, pattern: Any = MISSING, *, block: Proc | None = None) -> bool:
    if pattern is MISSING and block is None:
        return bool(self)
    from duckrow.ruby.core.enumerable import METHODS as ENUMERABLE

    return bool(ENUMERABLE["any?"](self, pattern, block=block))


def _find_all(self: Hash, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "find_all")
    return [pair for pair in iterate(self) if truthy(block(pair))]


def _filter_map(self: Hash, *, block: Proc | None = None) -> Any:
    if block is None:
        return Enumerator(self, "filter_map")
    return [made for pair in iterate(self) if truthy(made := block(pair))]


def _is_part(self: Hash, other: Any) -> bool:
    """Tell whether all entries of self are in the other hash."""
    theirs = to_hash(other)
    return all(key in theirs and equal(item, theirs[key]) for key, item in self.items())


def _to_proc(self: Hash) -> Proc:
    return Proc(lambda key: element(self, key), 1, False, True, 1)


METHODS: dict[str, Callable[..., Any]] = {
    **MORE,
    "each": _each,
    "each_pair": _each,
    "each_key": _each_key,
    "each_value": _each_value,
    "[]": element,
    "fetch": _fetch,
    "dig": _dig,
    "fetch_values": _fetch_values,
    "values_at": lambda self, *keys: [element(self, key) for key in keys],
    "key": _key,
    "key?": lambda self, key: to_key(key) in self,
    "has_key?": lambda self, key: to_key(key) in self,
    "include?": lambda self, key: to_key(key) in self,
    "member?": lambda self, key: to_key(key) in self,
    "value?": _has_value,
    "has_value?": _has_value,
    "keys": lambda self: [from_key(key) for key in self],
    "values": lambda self: list(self.values()),
    "length": len,
    "size": len,
    "empty?": lambda self: not self,
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
    "to_hash": lambda self: self,
    "to_a": lambda self: list(iterate(self)),
    "flatten": _flatten,
    "any?": _any,
    "<=": _is_part,
    "<": lambda self, other: len(self) < len(to_hash(other)) and _is_part(self, other),
    ">=": lambda self, other: _is_part(to_hash(other), self),
    ">": lambda self, other: len(self) > len(to_hash(other)) and _is_part(other, self),
    "to_proc": _to_proc,
    "to_s": inspect,
    "inspect": inspect,
    "default": lambda self, *_: self.default if type(self) is DefaultHash else None,
    "default_proc": lambda self: self.block if type(self) is DefaultHash else None,
}
