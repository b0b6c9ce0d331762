"""The delete functions: elements of arrays, keys of hashes, parts of strings."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.patterns import pattern
from duckrow.puppet.functions.helpers.ruby_errors import class_of, kind_of, no_method
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.helpers.whole_numbers import to_whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.compare import is_equal
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _delete(_scope: Scope, arguments: list[Any]) -> object:
    """Delete elements from an array, keys from a hash or substrings from a string."""
    if len(arguments) != 2:
        raise EvaluationError(f"delete(): Wrong number of arguments given {len(arguments)} for 2")
    collection, unwanted = arguments
    for item in as_items(unwanted):
        kind = type(collection)
        if kind is list:
            collection = [each for each in collection if not is_equal(each, item)]
        elif kind is dict:
            key = to_key(item)
            collection = {each: value for each, value in collection.items() if each != key}
        elif kind is str:
            collection = _without(collection, item)
        else:
            raise EvaluationError(
                "delete(): First argument must be an Array, String, or Hash. "
                f"Given an argument of class {class_of(collection)}."
            )
    return collection


def _without(text: str, item: Any) -> str:
    if type(item) is not str:
        raise EvaluationError(f"wrong argument type {kind_of(item)} (expected Regexp)")
    return text.replace(item, "") if item else text


def as_items(value: object) -> list[object]:
    """Return the elements of an array, the entries of a hash, or the value alone."""
    if type(value) is list:
        return value
    if type(value) is dict:
        return [[from_key(key), item] for key, item in value.items()]
    return [] if value is None else [value]


DELETE = LegacyFunction("delete", _delete)


def _delete_at(_scope: Scope, arguments: list[object]) -> list[object]:
    """Delete the element at an index."""
    if len(arguments) < 2:
        raise EvaluationError(
            f"delete_at(): Wrong number of arguments given ({len(arguments)} for 2)"
        )
    values, index = arguments[:2]
    if type(values) is not list:
        raise EvaluationError("delete_at(): Requires array to work with")
    if type(index) is str and not re.search(r"(?m)^[0-9]+$", index):
        raise EvaluationError("delete_at(): You must provide non-negative numeric index")
    at = to_whole(index)
    if at > len(values) - 1:
        raise EvaluationError("delete_at(): Given index exceeds size of array given")
    result = list(values)
    if at >= -len(values):
        del result[at]
    return result


DELETE_AT = LegacyFunction("delete_at", _delete_at)


def _delete_regex(_scope: Scope, arguments: list[object]) -> object:
    """Delete the elements or keys in which a pattern matches a whole word."""
    if len(arguments) != 2:
        raise EvaluationError(
            f"delete_regex(): Wrong number of arguments given {len(arguments)} for 2"
        )
    collection, unwanted = arguments
    for item in as_items(unwanted):
        if type(collection) is str:
            raise no_method("reject!", collection)
        if type(collection) is not list and type(collection) is not dict:
            raise EvaluationError(
                "delete_regex(): First argument must be an Array, Hash, or String. "
                f"Given an argument of class {class_of(collection)}."
            )
        if not collection:
            continue
        search = pattern(rf"\b{to_text(item)}\b").search
        if isinstance(collection, list):
            collection = [each for each in collection if not (type(each) is str and search(each))]
        else:
            collection = {
                key: value
                for key, value in collection.items()
                if not (type(key) is str and search(key))
            }
    return collection


DELETE_REGEX = LegacyFunction("delete_regex", _delete_regex)


def _delete_undef_values(_scope: Scope, arguments: list[object]) -> object:
    """Delete undef values from an array or hash."""
    if not arguments:
        raise EvaluationError("delete_undef_values(): Wrong number of arguments given (0)")
    value = arguments[0]
    if type(value) is list:
        return [item for item in value if item is not None]
    if type(value) is dict:
        return {key: item for key, item in value.items() if item is not None}
    raise EvaluationError(
        f"delete_undef_values(): expected an array or hash, "
        f"got {to_text(value)} type  {class_of(value)} "
    )


DELETE_UNDEF_VALUES = LegacyFunction("delete_undef_values", _delete_undef_values)


def _delete_values(_scope: Scope, arguments: list[object]) -> dict[object, object]:
    """Delete the entries of a hash that have a value."""
    if len(arguments) != 2:
        raise EvaluationError(
            f"delete_values(): Wrong number of arguments given ({len(arguments)} of 2)"
        )
    hash_, unwanted = arguments
    if type(hash_) is not dict:
        raise EvaluationError(
            "delete_values(): First argument must be a Hash. "
            f"Given an argument of class {class_of(hash_)}."
        )
    return {key: value for key, value in hash_.items() if not is_equal(unwanted, value)}


DELETE_VALUES = LegacyFunction("delete_values", _delete_values)
