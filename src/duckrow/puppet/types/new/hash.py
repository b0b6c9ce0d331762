"""Hash(from) of pairs, of keys and values in turn, and Hash(from, option) of paths and values.

A tree is the result of tree_each: pairs of a path and a value. With `tree` the arrays in it stay
arrays, with `hash_tree` they become hashes with their indexes as keys.
"""

from __future__ import annotations

from duckrow.puppet.types.infer import infer_generic
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.iterate import collect
from duckrow.puppet.types.literal_text import written_value
from duckrow.puppet.types.model.wrappers import ITERABLE
from duckrow.puppet.types.new.errors import ConversionError
from duckrow.puppet.types.new.words import not_convertible
from duckrow.puppet.types.type_text import type_to_text
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Hash = dict[Any, Any]


def from_pairs(pairs: list[list[object]]) -> Hash:
    return {to_key(key): value for key, value in pairs}


def from_any(from_: object) -> Hash:
    if isinstance(from_, dict):
        return from_
    if not accepts(ITERABLE, from_):
        raise ConversionError(not_convertible(from_, "Hash"))
    flat = collect(from_)
    if len(flat) % 2:
        raise ConversionError("odd number of arguments for Hash")
    return {to_key(key): value for key, value in zip(flat[::2], flat[1::2], strict=True)}


def from_tree(pairs: list[list[Any]], option: str | None = None) -> Hash:
    if option is None:
        return from_pairs(pairs)
    tree: Hash = {}
    for path, value in pairs:
        if path:
            _insert(tree, path, _as_hash(value) if option == "hash_tree" else value)
        else:
            tree.update(_root(value))
    # Everything that was reached through a path is a copy, since values never change.
    return tree


def _root(value: object) -> Hash:
    if isinstance(value, list):
        return dict(enumerate(value))
    if not isinstance(value, dict):
        raise ConversionError(f"The root of a tree must be an Array or a Hash, {_got(value)}")
    return value


def _insert(tree: Hash, path: list[object], value: object) -> None:
    """Put a value at the end of a path; hashes are made where the path leads nowhere."""
    inside: object = tree
    for index in path[:-1]:
        below = _at(inside, index)
        if isinstance(below, list | dict):
            below = below.copy()
        _store(inside, index, below)
        inside = below
    _store(inside, path[-1], value)


def _at(container: object, index: object) -> object:
    match container:
        case dict():
            return container.get(to_key(index), {})
        case list() if type(index) is int and -len(container) <= index < len(container):
            return container[index]
    raise _no_way(container, index)


def _store(container: object, index: object, value: object) -> None:
    match container:
        case dict():
            container[to_key(index)] = value
        case list() if type(index) is int and index >= -len(container):
            container.extend([None] * (index + 1 - len(container)))
            container[index] = value
        case _:
            raise _no_way(container, index)


def _no_way(container: object, index: object) -> ConversionError:
    return ConversionError(
        f"There is no place for the index {written_value(index)} of a path in a tree, "
        f"{_got(container)}"
    )


def _got(value: object) -> str:
    return f"got {type_to_text(infer_generic(value))}"


def _as_hash(value: object) -> object:
    """Turn arrays into hashes, recursively, but not inside hashes."""
    if not isinstance(value, list):
        return value
    return {index: _as_hash(item) for index, item in enumerate(value)}


CALLS = (from_tree, from_pairs, from_any)
